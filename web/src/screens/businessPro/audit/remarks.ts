/** The findings of a review as remarks on the report that is shown. */
import type { AuditScreen } from '@/api/shapes';
import type { Remark } from '@/print/pdfText';
import { sortFindings } from '@/screens/businessPro/entry/Findings';

/** What the review found, numbered as listed beside the report, with the words by which the report shows it. */
export const remarksOf = (screen: AuditScreen): Remark[] =>
  sortFindings(screen.findings ?? []).map((finding, index) => {
    const item = screen.items?.find((one) => one.seq === finding.seq);
    return {
      number: index + 1,
      text: finding.text,
      passages: [item?.content ?? '', finding.text].filter(Boolean),
    };
  });
