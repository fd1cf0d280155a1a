/** 下载现行标准: the rows in force as the workbook from which a new table is made. */
import { urlOf } from '@/api/client';

export default function feeSheet(): void {
  window.location.assign(urlOf('/api/chamain/feeTable/sheet', {}));
}
