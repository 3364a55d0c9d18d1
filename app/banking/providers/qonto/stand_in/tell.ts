import { befalls } from '#app/banking/providers/qonto/stand_in/by_cents'
import { nowOf, type Play } from '#app/banking/providers/qonto/stand_in/play'
import { newId, type PlayedTransaction } from '#app/banking/providers/qonto/stand_in/state'
import { toldEvent } from '#app/banking/providers/qonto/stand_in/told'
import { signatureOf } from '#app/banking/providers/qonto/webhooks'

/** Tells whoever subscribed that a movement came up or changed. News of `newsTwiceAndBackwards` wait until it is settled. */
export function tellOf(play: Play, one: PlayedTransaction, event: 'created' | 'updated'): void {
  const { state, heldBack } = play
  const deliveries = state.subscriptions
    .filter(({ types }) => types.includes('v1/transactions'))
    .map(({ id: subscriptionId, url, secret }) => {
      const body = JSON.stringify(
        toldEvent(state, one, { id: newId(state, 'event'), subscriptionId, event, at: nowOf(play) })
      )
      return () => {
        // Receivers look at their own clock, however far this one was moved ahead.
        const seconds = Math.floor(Date.now() / 1000)
        const signature = `t=${seconds},v1=${signatureOf(secret, seconds, body)}`
        play.sender.send({
          url,
          headers: { 'content-type': 'application/json', 'x-qonto-signature': signature },
          body,
        })
      }
    })
  if (!befalls(one.cents, 'newsTwiceAndBackwards') || one.operationType !== 'transfer') {
    for (const send of deliveries) send()
    return
  }
  const held = [...(heldBack.get(one.id) ?? []), ...deliveries]
  if (one.settledAt === null) heldBack.set(one.id, held)
  else {
    heldBack.delete(one.id)
    for (const send of held.reverse()) {
      send()
      send()
    }
  }
}
