import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'

/** What a bank offered, as its pages show it. */
export type Offer = {
  id: number
  source: MoneyJson
  target: MoneyJson
  fee: MoneyJson
  rate: string
  marketRate: string | null
  deliveryOn: string | null
  expiresAt: string
  accountId: number | null
  beneficiaryId: number | null
  isUsed: boolean
  createdAt: string
}

type Found = {
  id: number
  sourceMinor: number
  sourceCurrency: string
  targetMinor: number
  targetCurrency: string
  feeMinor: number
  rate: string
  marketRate: string | null
  deliveryOn: string | null
  expiresAt: Date
  accountId: number | null
  beneficiaryId: number | null
  usedByOrderId: number | null
  createdAt: Date
}

const COLUMNS = `id, source_minor, source_currency, target_minor, target_currency, fee_minor, rate, market_rate, delivery_on, expires_at,
  provider_account_id as account_id, beneficiary_id, used_by_order_id, created_at`
const NEWEST = 20

/** An offer of a connection, or null. */
export async function findOffer(id: number, connectorId: number): Promise<Offer | null> {
  const [found] = await rows<Found>(
    `select ${COLUMNS} from provider_quotes where id = :id and connector_id = :connectorId`,
    { id, connectorId }
  )
  return found ? offerOf(found) : null
}

/** The last twenty offers of a connection. */
export async function newestOffers(connectorId: number): Promise<Offer[]> {
  const found = await rows<Found>(
    `select ${COLUMNS} from provider_quotes where connector_id = :connectorId order by id desc limit ${NEWEST}`,
    { connectorId }
  )
  return found.map(offerOf)
}

function offerOf(found: Found): Offer {
  const { sourceCurrency, targetCurrency } = found
  return {
    id: found.id,
    source: { minor: found.sourceMinor, currency: sourceCurrency },
    target: { minor: found.targetMinor, currency: targetCurrency },
    fee: { minor: found.feeMinor, currency: sourceCurrency },
    rate: found.rate,
    marketRate: found.marketRate,
    deliveryOn: found.deliveryOn,
    expiresAt: found.expiresAt.toISOString(),
    accountId: found.accountId,
    beneficiaryId: found.beneficiaryId,
    isUsed: found.usedByOrderId !== null,
    createdAt: found.createdAt.toISOString(),
  }
}
