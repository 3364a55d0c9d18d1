import type { NoteCharge, RebillingChoices } from '#app/expenses/ports'
import { rows } from '#app/kernel/database/sql'
import { settingChoices } from '#app/rebilling/settings/setting_page'
import { type RebillingStatus, rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'

/** What the dialog of a note chooses from. */
export async function noteChoices(siteId: number): Promise<RebillingChoices> {
  const { treatments, taxes } = await settingChoices()
  const rules = await rows<{ value: string; label: string }>(
    `select id::text as value, name as label from rebilling_settings where origin_site_id = :siteId and active order by priority, id`,
    { siteId }
  )
  return { rules, treatments, taxes }
}

/** Charges of a note, discarded ones too: who bears what of it, and how far that is. */
export async function noteCharges(noteId: number, siteIds: number[] | 'all'): Promise<NoteCharge[]> {
  const found = await rows<{
    id: number
    number: string
    site: string
    status: RebillingStatus
    totalMinor: number
    currency: string
  }>(
    `select t.id, t.number, s.code as site, t.status, t.total_minor, t.currency from rebilling_transactions t join sites s on s.id = t.target_site_id
      where exists (select 1 from rebilling_sources x join expense_note_lines l on l.id = x.source_id where x.transaction_id = t.id and x.source_type = 'expense_note_line' and l.note_id = :noteId)
        and (:all or t.origin_site_id = any(:ids::bigint[]) or t.target_site_id = any(:ids::bigint[])) order by t.id`,
    { noteId, all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
  return found.map(({ status, totalMinor, currency, ...charge }) => ({
    ...charge,
    status: { label: rebillingWorkflow.label(status), tone: rebillingWorkflow.tone(status) },
    total: { minor: totalMinor, currency },
  }))
}
