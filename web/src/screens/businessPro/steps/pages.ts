/** The pages of the steps in one chunk: they share most of what they are made of. */
export { default as ArchiveInfo } from './ArchiveInfo';
export { default as BusinessInfo } from './BusinessInfo';
export { default as OriginalRecord } from './OriginalRecord';
export { default as ReleaseInfo } from './ReleaseInfo';
export { default as ReportBuild } from './ReportBuild';
export { default as TaskConfirm } from './TaskConfirm';
