/** Pages of the refinery group in one chunk. */
import { LedgerPage } from './LedgerPage';

export const ContainerFormPage = () => <LedgerPage kind="container" />;
export const PipelineFormPage = () => <LedgerPage kind="pipeline" />;
