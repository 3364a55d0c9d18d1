import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { findPeople } from '#app/identity/queries/find_people'
import { A, S } from '#app/identity/roles'
import { writeZip, type ZipPart } from '#app/kernel/documents/zip_writer'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { searchText } from '#app/kernel/http/list_request'
import { formatInstant, today } from '#app/kernel/time/calendar_date'
import { assertAllInScope, findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { reservedOrders } from '#app/payments/orders/page/payment_visibility'
import { proofFacts, proofNumbers } from '#app/payments/proofs/proof_facts'
import { proofSheet } from '#app/payments/proofs/proof_sheet'

/** Who prepared, approved and released a payment, and what the bank answered, on paper. */
export default class PaymentProofsController {
  async show(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const { user } = requireSignedIn(ctx)
    if ((await reservedOrders([order.id], user)).has(order.id)) throw new NotFound()
    const pdf = await proofOf(order.id, user.name)
    ctx.response.header('content-disposition', attachmentHeader(`${order.number}.pdf`))
    ctx.response.header('content-type', 'application/pdf')
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.send(pdf)
  }

  /** Those of several payments in one archive, each drawn when its turn comes. */
  async index(ctx: HttpContext) {
    const ids = chosenIds(ctx)
    const { user } = requireSignedIn(ctx)
    await assertAllInScope(ctx, 'payment_orders', ids)
    const { size: hidden } = await reservedOrders(ids, user)
    if (hidden > 0)
      throw new DomainError(
        'E_RESERVED',
        `${hidden === 1 ? 'Un pago es' : `${hidden} pagos son`} de un procedimiento reservado: quítelos de la selección.`
      )
    const orders = await proofNumbers(ids)
    ctx.response.header('content-type', 'application/zip')
    ctx.response.header('content-disposition', attachmentHeader(`justificantes-${today()}.zip`))
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.stream(Readable.from(writeZip(orders.map((order) => partOf(order, user.name)))))
  }

  /** People who approve payments, for the filter of the lists. */
  async approvers(ctx: HttpContext) {
    return ctx.response.json({ data: await findPeople(searchText(ctx), [A, S]) })
  }
}

const PROOFS_MAX = 100

/** The payments named in the address, each once. Throws NotFound for none, E_MANY for more than an archive holds. */
function chosenIds({ request }: HttpContext): number[] {
  const { ids } = request.qs() as Record<string, unknown>
  const chosen = new Set((Array.isArray(ids) ? ids : [ids]).map(Number))
  if ([...chosen].some((id) => !Number.isSafeInteger(id) || id <= 0)) throw new NotFound()
  if (chosen.size > PROOFS_MAX) throw new DomainError('E_MANY', `Seleccione ${PROOFS_MAX} pagos como máximo.`)
  return [...chosen]
}

function partOf({ id, number }: { id: number; number: string }, reader: string): ZipPart {
  async function* content() {
    yield await proofOf(id, reader)
  }
  return { name: `${number}.pdf`, content: content() }
}

async function proofOf(orderId: number, reader: string): Promise<Buffer> {
  return proofSheet(await proofFacts(orderId), `Impreso el ${formatInstant(new Date())} por ${reader}`)
}
