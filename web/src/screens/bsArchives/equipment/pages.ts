/** The archive of a device, to read and to write: one chunk for all classes. */
export { default as EquipmentFormPage } from './EquipmentFormPage';
export { default as EquipmentPage } from './EquipmentPage';
