import type { Client } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
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

/** What areas above that pay without an invoice (cards, expense notes, recurrent payments) know for rule D5, `days` before and after. */
export const paymentsElsewhere = port<
  (wanted: readonly PayableElsewhere[], days: number, client?: Client) => Promise<PaidElsewhere[]>
>('payments without an invoice')

/** What areas above that know accounts of further parties say for rule B3: names by account, persons unnamed. */
export const ibanOwners =
  port<(ibans: readonly string[], client?: Client) => Promise<Map<string, string[]>>>('owners of accounts')

/** What all of them know of these invoices, `days` before and after. */
export async function askPaidElsewhere(
  wanted: readonly PayableElsewhere[],
  days: number,
  client?: Client
): Promise<PaidElsewhere[]> {
  const found: PaidElsewhere[] = []
  for (const ask of paymentsElsewhere.all()) found.push(...(await ask(wanted, days, client)))
  return found
}

/** Whose these accounts are, by all of them. */
export async function askIbanOwners(
  ibans: readonly string[],
  client?: Client
): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  for (const ask of ibanOwners.all())
    for (const [iban, names] of await ask(ibans, client))
      known.set(iban, [...(known.get(iban) ?? []), ...names])
  return known
}
