import { priceOf } from '#app/banking/providers/revolut/stand_in/pricing'
import {
  BadRequest,
  type Body,
  bodyOf,
  optionalText,
  textOf,
} from '#app/banking/providers/revolut/stand_in/read_request'
import { notFound, route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Draft, DraftPayment } from '#app/banking/providers/revolut/stand_in/state'
import { draftJson, noContent, ok, present, refuse } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const CREATED = 201

/** Payments that a person sends in the application. One that is deleted is still known, and no longer listed. */
export const draftRoutes = (bank: ToBank): StandInRoute[] => {
  const find = (id: string | undefined) => bank().state.drafts.find((one) => one.id === id)
  return [
    route('GET /payment-drafts', 'drafts.list', () =>
      ok({
        payment_orders: bank()
          .state.drafts.filter(
            (one) => !one.isDeleted && one.payments.some(({ state }) => state === 'CREATED')
          )
          .map((one) =>
            present({
              id: one.id,
              title: one.title,
              scheduled_for: one.scheduledFor,
              payments_count: one.payments.length,
              source: 'api',
            })
          ),
      })
    ),
    route('POST /payment-drafts', 'drafts.create', (request) => {
      const body = bodyOf(request)
      const payments = Array.isArray(body.payments) ? (body.payments as Body[]) : []
      if (payments.length === 0) throw new BadRequest("'payments' is required")
      const draft: Draft = {
        id: bank().key(),
        title: optionalText(body, 'title') ?? '',
        scheduledFor: optionalText(body, 'schedule_for'),
        isDeleted: false,
        payments: payments.map((one) => toPayment(bank, one)),
      }
      bank().state.drafts.push(draft)
      return { status: CREATED, json: { id: draft.id } }
    }),
    route('GET /payment-drafts/:id', 'drafts.show', ({ params }) => {
      const draft = find(params.id)
      return draft ? ok(draftJson(draft)) : notFound()
    }),
    route('DELETE /payment-drafts/:id', 'drafts.delete', ({ params }) => {
      const draft = find(params.id)
      if (!draft || draft.isDeleted) return notFound()
      if (draft.payments.some(({ state }) => state !== 'CREATED'))
        return refuse(400, 2101, 'The draft has been sent already')
      draft.isDeleted = true
      for (const payment of draft.payments) payment.state = 'DELETED'
      return noContent()
    }),
  ]
}

/** A draft needs no funds until somebody sends it. */
function toPayment(bank: ToBank, body: Body): DraftPayment {
  const { account, receiver, amountMinor, currency } = priceOf(bank, body)
  return {
    id: bank().key(),
    accountId: account.id,
    receiver,
    amountMinor,
    currency,
    reference: textOf(body, 'reference'),
    state: 'CREATED',
    reason: null,
  }
}
