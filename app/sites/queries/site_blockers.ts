import { type Client, oneRow } from '#app/kernel/database/sql'
import { findHindrances, type Hindrance } from '#app/kernel/hindrances'
import { activationNeeds, archiveHindrances } from '#app/sites/ports'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'

/** What stands in the way of a transition, and where it is put right. */
export type Blocker = { text: string; href: string | null }

/**
 * What a draft still lacks to become active (area 02 §2): plan, fiscal year, an account and approvers enough for the
 * supplier-payment policy. Empty when it may.
 */
export async function activationBlockers(siteId: number, client?: Client): Promise<Blocker[]> {
  const needs = activationNeeds.all()
  const has = await oneRow<{ plan: boolean; year: boolean; met: boolean[] }>(
    `select exists (select 1 from ledger_accounts where site_id = :siteId) as plan,
        exists (select 1 from fiscal_years where site_id = :siteId and status = 'open') as year,
        array[${needs.map(({ isMet }) => isMet(':siteId')).join(', ')}]::boolean[] as met`,
    { siteId },
    client
  )
  const gaps = (await listApprovalGaps([siteId], client)).filter((gap) => gap.kind === 'payment_supplier')
  return [
    ...(has.plan ? [] : [{ text: 'No tiene plan de cuentas.', href: null }]),
    ...(has.year ? [] : [{ text: 'No tiene un ejercicio abierto.', href: null }]),
    ...needs.flatMap(({ text, href }, at) => (has.met[at] ? [] : [{ text, href }])),
    ...gaps.map(({ text }) => ({ text, href: `/sites/${siteId}/edit?tab=approvals` })),
  ]
}

/** What keeps an active company from being archived (area 02 §2). Empty when it may be. */
export async function archiveBlockers(siteId: number, client?: Client): Promise<Blocker[]> {
  const found = await findHindrances([...archiveHindrances.all(), OPEN_YEARS], siteId, { client })
  return found.map(({ text, href }) => ({ text, href }))
}

const OPEN_YEARS: Hindrance = {
  rows: (site) =>
    `select 1 from fiscal_years where site_id = ${site} and status <> 'closed' and next_entry_no > 1`,
  says: (count) => `Tiene ${count} ${count === 1 ? 'ejercicio sin cerrar' : 'ejercicios sin cerrar'}.`,
}
