import type { Client } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An invoice that may have been paid in another way already. Amount in cents, tax included. */
export type PayableElsewhere = {
  invoiceId: number
  siteId: number | null
  providerId: number | null
  totalMinor: number
  issuedOn: CalendarDate
}

/** A payment of the same amount near the day of an invoice: an expense note, a card, a recurrent payment. */
export type PaidElsewhere = {
  invoiceId: number
  source: string
  reference: string
  amountMinor: number
  paidOn: CalendarDate
}

type AskPayments = (
  wanted: readonly PayableElsewhere[],
  days: number,
  client?: Client
) => Promise<PaidElsewhere[]>
type AskOwners = (ibans: readonly string[], client?: Client) => Promise<Map<string, string[]>>

const payments: AskPayments[] = []
const owners: AskOwners[] = []

/** Areas above that pay without an invoice (cards, expense notes, recurrent payments) answer rule D5 from here. */
export function answerPaidElsewhere(ask: AskPayments): void {
  payments.push(ask)
}

/** Areas above that know accounts of further parties answer rule B3 from here: names by account, persons unnamed. */
export function answerIbanOwners(ask: AskOwners): void {
  owners.push(ask)
}

/** What all of them know of these invoices, `days` before and after. */
export async function askPaidElsewhere(
  wanted: readonly PayableElsewhere[],
  days: number,
  client?: Client
): Promise<PaidElsewhere[]> {
  const found: PaidElsewhere[] = []
  for (const ask of payments) found.push(...(await ask(wanted, days, client)))
  return found
}

/** Whose these accounts are, by all of them. */
export async function askIbanOwners(
  ibans: readonly string[],
  client?: Client
): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  for (const ask of owners)
    for (const [iban, names] of await ask(ibans, client))
      known.set(iban, [...(known.get(iban) ?? []), ...names])
  return known
}
