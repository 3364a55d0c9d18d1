import type { HttpContext } from '@adonisjs/core/http'
import { assertAvailable } from '#app/banking/pages/given_amount'
import { findOffer, type Offer } from '#app/banking/pages/queries/find_offer'
import { type OrderAccount, orderAccounts } from '#app/banking/pages/queries/order_accounts'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { AccessDenied } from '#app/kernel/http/access_denied'

const wrong = (field: string, message: string) => new DomainError('E_ACCOUNT', message, { field })

/** An account of a connection that a form named, and the account of the company that it is. */
export type GivenAccount = OrderAccount & { bankAccountId: number }

/** The account that somebody wants to pay from: one of ours, on this connection, with their permission (403 without). */
export async function givenSource(ctx: HttpContext, connectorId: number, id: number): Promise<GivenAccount> {
  const account = await givenAccount(ctx, { connectorId, id, field: 'from_account_id' })
  if (!account.canPay) throw new AccessDenied()
  return account
}

type Named = { connectorId: number; id: number; field: string }

/** An account of the connection that is one of the company. Throws at the field that named it. */
export async function givenAccount(
  ctx: HttpContext,
  { connectorId, id, field }: Named
): Promise<GivenAccount> {
  const accounts = await orderAccounts(connectorId, requireSignedIn(ctx).user.id)
  const account = accounts.find(({ value }) => value === String(id))
  if (!account) throw wrong(field, 'La cuenta no es de esta conexión.')
  const { bankAccountId } = account
  if (bankAccountId === null)
    throw wrong(field, 'La cuenta no está asociada a una cuenta de la empresa: asóciela en la conexión.')
  return { ...account, bankAccountId }
}

type Exchange = {
  connectorId: number
  quoteId: number | null
  source: GivenAccount
  targetCurrency: string
  /** What the form asked for, in the currency and on the side that it asks. */
  minor: number
  side: 'source' | 'target'
}

/**
 * The offer that an order uses: needed where the currency changes, of this connection, not over, and of exactly what the form
 * asks. Null where there is no exchange. Throws at `quote_id` and, for what the account does not have, at `amount`.
 */
export async function givenOffer({ connectorId, quoteId, source, targetCurrency, minor, side }: Exchange) {
  if (source.currency === targetCurrency) {
    assertAvailable(source.available, minor)
    return null
  }
  const offer = quoteId === null ? null : await findOffer(quoteId, connectorId)
  if (!offer) throw wrong('quote_id', 'Pida un presupuesto: la divisa cambia.')
  refuseUnfit(offer, { source, targetCurrency, minor, side })
  assertAvailable(source.available, offer.source.minor)
  return offer
}

type Fit = Pick<Exchange, 'source' | 'targetCurrency' | 'minor' | 'side'>

function refuseUnfit(offer: Offer, { source, targetCurrency, minor, side }: Fit): void {
  if (offer.isUsed)
    throw wrong('quote_id', 'El presupuesto ya se ha usado en otra orden. Solicite uno nuevo.')
  if (Date.parse(offer.expiresAt) <= Date.now())
    throw wrong('quote_id', 'El presupuesto ha caducado. Solicite uno nuevo.')
  const told = offer[side]
  const isOther =
    offer.source.currency !== source.currency ||
    offer.target.currency !== targetCurrency ||
    told.minor !== minor
  if (isOther) throw wrong('quote_id', 'El presupuesto es de otro importe o divisa. Solicite uno nuevo.')
}
