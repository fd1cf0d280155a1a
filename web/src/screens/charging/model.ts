/** A registration as it stands on the page: what is chosen; every amount comes from the server. */
import type { ChargeDraft } from '@/api/shapes';

export interface ChosenItem {
  id: string;
  options: string[];
  quantities: Record<string, string>;
  supmode: string;
  hazard: boolean;
  holiday: boolean;
  byhand: boolean;
  given?: Given | null;
}

/** Parameters of an item that are given by hand instead of those of the archive. */
export interface Given {
  pipes: Pipe[];
  consprice: string;
  volume: string;
  vesselclass: string;
  mediumgroup: string;
  reason: string;
}

export interface Pipe {
  pipeno: string;
  nominaldia: string;
  pipelength: string;
}

export interface HandLine {
  seisn: string;
  item: string;
  nature: string;
  amount: string;
  reason: string;
  document: string;
}

export interface ChargeForm {
  items: ChosenItem[];
  manual: HandLine[];
  /** Whether its devices are inspected as one batch, for which the table gives a discount. */
  samebatch: boolean;
  discount: string;
  discountreason: string;
  payunitsysid: string;
  invoicetitle: string;
  taxno: string;
  invoiceemail: string;
  remark: string;
}

/** The form of a draft; what was left open is proposed by the server. */
export function formOf(draft: ChargeDraft): ChargeForm {
  const form = draft.form as unknown as ChargeForm;
  return {
    ...form,
    discount: Number(form.discount) ? String(form.discount) : '',
    manual: form.manual.map((one) => ({ ...one, amount: String(one.amount) })),
    payunitsysid: form.payunitsysid || draft.payunitsysid,
    invoicetitle: draft.invoicetitle,
    taxno: draft.taxno,
  };
}

export const NOTHING_GIVEN: Given = {
  pipes: [],
  consprice: '',
  volume: '',
  vesselclass: '',
  mediumgroup: '',
  reason: '',
};

/** The parameters as they are sent: what is empty is not given. */
export function givenOf(given: Given): Record<string, unknown> {
  const { pipes, ...rest } = given;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== null)),
    pipes: pipes.filter((one) => one.pipeno || one.nominaldia || one.pipelength),
  };
}

/** What is sent: a choice without a quantity is none, an unfinished line by hand is left on the page. */
export function sentOf(form: ChargeForm): Record<string, unknown> {
  return {
    ...form,
    discount: form.discount || '0',
    items: form.items.map((one) => ({
      ...one,
      ...(one.given ? { given: givenOf(one.given) } : {}),
      quantities: Object.fromEntries(Object.entries(one.quantities).filter(([, count]) => count !== '')),
    })),
    manual: form.manual.filter((one) => one.item && one.amount && one.reason),
  };
}

export const unfinished = (form: ChargeForm) =>
  form.manual.some((one) => !(one.item && one.amount && one.reason));

export const newLine = (seisn: string): HandLine => ({
  seisn,
  item: '',
  nature: '应税',
  amount: '',
  reason: '',
  document: '',
});
