import type { Viewer } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { RESERVED } from '#app/legal/legal_labels'
import { paymentKinds } from '#app/payments/kinds/payment_kind'
import { isReserved } from '#app/payments/orders/page/payment_visibility'

/** A document without an invoice that something is left to pay of, in cents of EUR; what is on its way is part of it. */
export type OwedDocument = {
  /** Of its payment. */
  kind: string
  label: string
  /** Where it is shown; null where it may not be told. */
  href: string | null
  concept: string
  payee: string | null
  site: string
  payOn: CalendarDate
  minor: number
}

type Found = Omit<OwedDocument, 'label' | 'href'> & { pageId: number; responsibleId: number | null }

/**
 * What kinds of payments say is to be paid until a day (`owed`). Orders are not told apart: what an order takes is still left
 * of its document until the bank has charged it.
 */
export async function owedDocuments(
  { userId, role, siteIds }: Viewer,
  until: CalendarDate
): Promise<OwedDocument[]> {
  const owed = new Map(paymentKinds().flatMap((told) => (told.owed ? [[told.kind, told.owed] as const] : [])))
  const parts = [...owed].map(
    ([kind, { sql }]) =>
      `select '${kind}' as kind, o.* from (${sql}) o (id, page_id, concept, payee, site, pay_on, minor, responsible_id)`
  )
  const found = await rows<Found>(
    `select kind, page_id, concept, payee, site, pay_on, minor, responsible_id from (${parts.join(' union all ')}) owed order by pay_on, kind, id`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, until }
  )
  return found.map(({ pageId, responsibleId, ...document }) => {
    const { label = '', href = null } = owed.get(document.kind) ?? {}
    return isReserved(responsibleId, { id: userId, role })
      ? { ...document, label, href: null, concept: RESERVED, payee: null }
      : { ...document, label, href: href?.(pageId) ?? null }
  })
}
