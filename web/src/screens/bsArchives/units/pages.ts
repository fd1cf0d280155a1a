/** The page of a unit: one chunk. */
export { UnitPage } from './UnitPage';
