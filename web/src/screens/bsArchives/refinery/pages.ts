/** Pages of the refinery group in one chunk. */
export { default as ContainerFormPage } from './ContainerFormPage';
export { default as PipelineFormPage } from './PipelineFormPage';
