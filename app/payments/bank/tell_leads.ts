import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S } from '#app/identity/roles'
import type { Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { queueMail } from '#app/mail/queue_mail'

type Alert = { orderId: number; siteId: number; subject: string; body: string }

/** Alerts approvers and the system role of the company to a payment that somebody must look at (area 28 §4). */
export async function tellLeads({ orderId, siteId, subject, body }: Alert, trx: Transaction): Promise<void> {
  for (const { email } of await leadsOf([siteId], trx))
    await queueMail({ to: email, subject, body, objectType: 'payment_order', objectId: orderId }, trx)
}

type AccountAlert = { accountId: number; siteId: number; subject: string; body: string }

/** The same about an account that payments leave from. */
export async function tellLeadsOfAccount(
  { accountId, siteId, subject, body }: AccountAlert,
  trx: Transaction
): Promise<void> {
  for (const { email } of await leadsOf([siteId], trx))
    await queueMail({ to: email, subject, body, objectType: 'bank_account', objectId: accountId }, trx)
}

/** A payment as a mail about several names it. */
export type Told = { id: number; number: string; siteId: number; amountMinor: number; currency: string }

/**
 * The same for several payments at once: each person gets one mail with those of their companies. The payee of some
 * payments is not for everybody, and mails are read on the way: they are named by number and amount.
 */
export async function tellLeadsOfMany(
  payments: readonly Told[],
  { subject, body }: { subject: string; body: (payments: readonly Told[]) => string },
  trx: Transaction
): Promise<void> {
  for (const { email, siteIds } of await leadsOf([...new Set(payments.map(({ siteId }) => siteId))], trx)) {
    const own = payments.filter(({ siteId }) => siteIds.includes(siteId))
    const [first] = own
    if (first)
      await queueMail(
        { to: email, subject, body: body(own), objectType: 'payment_order', objectId: first.id },
        trx
      )
  }
}

/** «OP-2026-000012, 1.240,00 €», a line each. */
export const paymentLines = (payments: readonly Told[]): string =>
  payments
    .map(({ number, amountMinor, currency }) => `${number}, ${formatAmount(amountMinor, currency)}`)
    .join('\n')

/** Approvers and the system role, with those of the companies that they see. */
const leadsOf = (siteIds: readonly number[], trx: Transaction) => peopleOfSites(siteIds, [A, S], trx)
