/** 安全阀申报登记: the page of a declaration that begins with the calibration of safety valves. */
import { ApplyPage } from './ApplyPage';
import { valveApply } from './model';

export default function ValveApplyPage() {
  return <ApplyPage start={valveApply} />;
}
