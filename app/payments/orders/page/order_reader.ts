import { C, type Role } from '#app/identity/roles'
import { ACTS_OF_PAYER, orderActions } from '#app/payments/orders/controllers/payment_order_actions'

/** Who reads a list of payments, and the companies they work with. */
export type Viewer = { id: number; role: Role; siteIds: number[] | 'all' }

type Listed = Parameters<typeof orderActions>[0] & {
  site: string
  payerSiteId: number
  payer: string | null
  account: string
  batchId: number | null
  batchNumber: string | null
  requiredApprovals: number | null
}

/** The account of a company that its reader does not work with, and what is done there, is not for them. */
const seesAccount = ({ payerSiteId }: Listed, { siteIds }: Viewer): boolean =>
  siteIds === 'all' || siteIds.includes(payerSiteId)

/** The account that it is charged to, or whose it is. */
export const accountFor = (found: Listed, person: Viewer): string =>
  seesAccount(found, person) ? found.account : `Cuenta de ${found.payer ?? found.site}`

/** Its batch is its account's. */
export const batchFor = (found: Listed, person: Viewer): { id: number; number: string } | null =>
  found.batchId && found.batchNumber && seesAccount(found, person)
    ? { id: found.batchId, number: found.batchNumber }
    : null

/** What its reader may do with it from a list. */
export function actionsFor(found: Listed, person: Viewer): string[] {
  const isSeen = seesAccount(found, person)
  return [
    ...orderActions(found, person).filter((act) => isSeen || !ACTS_OF_PAYER.includes(act)),
    ...(canProve(found, person) ? ['proof'] : []),
  ]
}

/** Who did what, on paper: worth having once it entered the pay buffer. */
const canProve = ({ requiredApprovals }: Listed, { role }: Viewer): boolean =>
  requiredApprovals !== null && role !== C
