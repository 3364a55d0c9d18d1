import type { KnownTransfer, SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { askWise, Refusal } from '#app/banking/providers/wise/client'
import { afterwards, type Context, refused, taken, Unsure } from '#app/banking/providers/wise/gateway_context'
import { paths } from '#app/banking/providers/wise/paths'
import { toKnown, UNFUNDED } from '#app/banking/providers/wise/transform'
import type { WiseTransfer } from '#app/banking/providers/wise/words'
import { NotSent } from '#app/connectors/client/provider_client'

const ATTEMPTS = 2
const NO_MONEY = /insufficient_funds/

const SAID: Readonly<Record<string, string>> = {
  'transfer.insufficient_funds': 'El saldo de Wise no alcanza para pagar la transferencia.',
}

/**
 * Pays a transfer from its balance. This request has no key: before it goes again the transfer is read, and only one that
 * is still unpaid goes again. Where Wise wants a person, the transfer waits for one; where it will not pay, it is cancelled.
 */
export async function fund(context: Context, made: KnownTransfer, transfer: Transfer): Promise<SubmitAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const refusal = await pay(context, made.ref)
      if (refusal === 'person') return taken(made)
      return refusal === null
        ? taken(await read(context, made.ref, transfer))
        : await giveUp(context, { ref: made.ref, refusal }, transfer)
    } catch (error) {
      // Where Wise asks to wait, or for other credentials, it is not asked at once again.
      if (!(error instanceof Unsure) || error.cause instanceof NotSent) throw error
      const now = await read(context, made.ref, transfer)
      if (now.providerStatus !== UNFUNDED) return taken(now)
      if (attempt === ATTEMPTS) throw error
    }
  }
}

type FundingRefusal = { code: string; message: string }

/** Null once it is paid. Whatever is not plainly paid or plainly refused is not known. */
async function pay({ client, profile }: Context, ref: string): Promise<FundingRefusal | 'person' | null> {
  const path = paths.funding(profile, ref)
  const body = { kind: 'json', value: { type: 'BALANCE' } } as const
  try {
    const said = (await askWise(client, { method: 'POST', path, body })) as Said
    if (said.status === 'COMPLETED') return null
    const code = said.errorCode ?? 'funding_rejected'
    return { code, message: SAID[code] ?? `Wise no paga la transferencia (${code}).` }
  } catch (error) {
    if (error instanceof Refusal) return error.status === 403 ? 'person' : error
    return afterwards(() => Promise.reject(error))
  }
}

type Said = { status?: string; errorCode?: string | null }

const read = (
  { client, connection }: Context,
  ref: string,
  { orderNumber }: Transfer
): Promise<KnownTransfer> =>
  afterwards(async () => {
    const now = (await askWise(client, { method: 'GET', path: paths.transfer(ref) })) as WiseTransfer
    return toKnown(now, connection, orderNumber)
  })

/** Nobody shall pay by mistake what was refused here; one that cannot be cancelled any more was paid after all. */
async function giveUp(
  context: Context,
  { ref, refusal }: { ref: string; refusal: FundingRefusal },
  transfer: Transfer
): Promise<SubmitAnswer> {
  try {
    await askWise(context.client, { method: 'PUT', path: paths.cancel(ref) })
  } catch (error) {
    if (error instanceof Refusal) return taken(await read(context, ref, transfer))
    return afterwards(() => Promise.reject(error))
  }
  const code = NO_MONEY.test(refusal.code) ? 'insufficient_funds' : refusal.code
  return refused(code, refusal.message)
}
