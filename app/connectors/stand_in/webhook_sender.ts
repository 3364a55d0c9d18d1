export type Delivery = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  method?: 'GET' | 'POST'
}

export type DeliveryManners = {
  /** How often each is sent. */
  times: number
  /** Kept back until `flush`, and then sent from the last to the first. */
  isShuffled: boolean
  /** Nothing is sent at all: news are lost. */
  isSilent: boolean
}

const ATTEMPTS = 3
const WAIT_MS = 500

/** Sends what a stand-in tells, late and over the network as services do; badly where trials ask for it. */
export class WebhookSender {
  manners: DeliveryManners = { times: 1, isShuffled: false, isSilent: false }
  private kept: Delivery[] = []
  private readonly running = new Set<Promise<void>>()

  /** `after` a moment, so that the answer to the call that caused it is out first; 0 sends at once. */
  send(delivery: Delivery, afterMs = 20): void {
    if (this.manners.isSilent) return
    for (let time = 0; time < this.manners.times; time++)
      if (this.manners.isShuffled) this.kept.push(delivery)
      else this.start(delivery, afterMs)
  }

  /** Sends what was kept back, the last first; resolves when everything that was begun has arrived or been given up. */
  async flush(): Promise<void> {
    for (const delivery of this.kept.splice(0).reverse()) this.start(delivery, 0)
    await Promise.all(this.running)
  }

  private start(delivery: Delivery, afterMs: number): void {
    const run = deliver(delivery, afterMs).finally(() => this.running.delete(run))
    this.running.add(run)
  }
}

async function deliver({ url, headers, body, method = 'POST' }: Delivery, afterMs: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await new Promise((waited) => setTimeout(waited, attempt === 0 ? afterMs : WAIT_MS).unref())
    try {
      const answer = await fetch(url, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body }),
        signal: AbortSignal.timeout(5_000),
      })
      await answer.text()
      if (answer.ok) return
    } catch {
      // Told again below; what never arrives is asked for by whoever it was meant for.
    }
  }
}
