import type { RevolutBank } from '#app/banking/providers/revolut/stand_in/bank'
import type { Hook, Transaction, TransactionState } from '#app/banking/providers/revolut/stand_in/state'
import { present, transactionJson } from '#app/banking/providers/revolut/stand_in/to_wire'
import { signatureOf } from '#app/banking/providers/revolut/webhooks'
import { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

type News = { event: string; timestamp: string; data: unknown }

/** Tells every subscription what happened to transactions. While it is silent nothing arrives, and is kept as failed. */
export class Teller {
  readonly sender = new WebhookSender()
  /** What is held back until the next news of the same transaction. */
  private readonly held = new Map<string, News>()

  constructor(private readonly bank: () => RevolutBank) {}

  created = (one: Transaction): void => {
    const { card: _card, merchant: _merchant, ...data } = transactionJson(one)
    const event = { event: 'TransactionCreated', timestamp: one.createdAt, data }
    if (one.isToldBadly) this.held.set(one.id, event)
    else this.tell(event)
  }

  changed = (one: Transaction, from: TransactionState): void => {
    const data = present({ id: one.id, request_id: one.requestId, old_state: from, new_state: one.state })
    const event = { event: 'TransactionStateChanged', timestamp: one.updatedAt, data }
    const held = this.held.get(one.id)
    this.held.delete(one.id)
    const all = held === undefined ? [event] : [event, event, held, held]
    for (const news of all) this.tell(news)
  }

  private tell(payload: News): void {
    const { event } = payload
    for (const hook of this.bank().state.hooks) {
      if (!hook.events.includes(event)) continue
      if (this.sender.manners.isSilent) this.keepFailed(hook, payload)
      else this.send(hook, payload)
    }
  }

  private send(hook: Hook, payload: News): void {
    const now = this.bank().clock.now().getTime()
    const body = JSON.stringify(payload)
    const timestamp = String(now)
    const signatures = hook.secrets
      .filter(({ until }) => until === null || until > now)
      .map(({ secret }) => signatureOf(secret, timestamp, body))
    this.sender.send({
      url: hook.url,
      body,
      headers: {
        'content-type': 'application/json',
        'revolut-request-timestamp': timestamp,
        'revolut-signature': signatures.join(','),
      },
    })
  }

  private keepFailed(hook: Hook, payload: News): void {
    const bank = this.bank()
    bank.state.failedEvents.push({
      id: bank.key(),
      at: bank.stamp(),
      hookId: hook.id,
      url: hook.url,
      payload,
    })
  }
}
