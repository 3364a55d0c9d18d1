import { PAY_PAGE } from '#app/banking/providers/wise/paths'
import { bind, notFound, type WiseRoute } from '#app/banking/providers/wise/stand_in/route_help'
import type { StoredTransfer } from '#app/banking/providers/wise/stand_in/wise_state'
import { cancelTransfer, fundTransfer, nameOf } from '#app/banking/providers/wise/stand_in/wise_transfers'
import type { World } from '#app/banking/providers/wise/stand_in/wise_world'
import { decisionsPage } from '#app/connectors/stand_in/people_page'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import { formatAmount } from '#app/kernel/money/money'

const WAITING = 'incoming_payment_waiting'
const TITLE = 'Wise'

/** Where the link of a payment leads: the page on which a person pays what waits, or cancels it. */
export const peopleRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  {
    method: 'GET',
    path: `${PAY_PAGE}/:id`,
    operation: 'people.pay',
    handle: (world, { params }) => waitingPage(world, { first: params.id }),
  },
  {
    method: 'POST',
    path: `${PAY_PAGE}/:id/:decision`,
    operation: 'people.decide',
    handle: decide,
  },
]

function decide(world: World, { params }: StandInRequest): StandInAnswer {
  const transfer = world.state.transfers.find(({ id }) => String(id) === params.id)
  if (!transfer) return notFound()
  if (params.decision !== 'pay')
    return waitingPage(world, {
      said: cancelTransfer(world, transfer) ? 'Transferencia cancelada.' : 'Ya no se puede cancelar.',
    })
  const problem = fundTransfer(world, transfer)
  return waitingPage(world, { said: PROBLEMS[problem ?? ''] ?? 'Transferencia pagada.' })
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'transfer.not_fundable': 'La transferencia ya no espera que se pague.',
  'transfer.insufficient_funds': 'El saldo no alcanza.',
}

/** All that wait, the one that the link names first. */
function waitingPage(world: World, { first, said = '' }: { first?: string | undefined; said?: string }) {
  const waiting = world.state.transfers
    .filter(({ status }) => status === WAITING)
    .toSorted((one, other) => Number(String(other.id) === first) - Number(String(one.id) === first))
  return decisionsPage(
    TITLE,
    waiting.map((transfer) => ({
      text: textOf(world, transfer),
      decisions: [
        { label: 'Pagar', action: `${PAY_PAGE}/${transfer.id}/pay` },
        { label: 'Cancelar', action: `${PAY_PAGE}/${transfer.id}/cancel` },
      ],
    })),
    { said, empty: 'No hay nada que pagar.' }
  )
}

const textOf = (world: World, transfer: StoredTransfer): string =>
  `${formatAmount(transfer.targetMinor, transfer.targetCurrency)} a ${nameOf(world, transfer)} · ${transfer.reference} · se cargan ${formatAmount(transfer.sourceMinor + transfer.feeMinor, transfer.sourceCurrency)}`
