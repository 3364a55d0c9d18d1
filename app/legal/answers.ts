import { approvalUses } from '#app/sites/ports'

/** Answers what companies ask of their legal procedures. */
export function answerPorts(): void {
  approvalUses.answer({
    kind: 'payment_legal',
    isInUse: (site) =>
      `exists (select 1 from legal_procedures l where l.site_id = ${site} and l.status in ('open', 'suspended'))`,
  })
}
