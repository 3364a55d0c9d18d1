import type { SelectedLine } from '../inertia/pages/reconciliation/lines/line_types.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const ACCEPTED = 60
const LOOKED_MAX = 400
const OPENED = 60

type Desk = { title: string; samples: number[] }[]
type Page = { props: { lines: { rows: { id: number }[]; cursor?: string }; selected: SelectedLine | null } }

/** Opens the page, goes from movement to movement and accepts what is chosen, as somebody does who reconciles. */
export async function measureDesk(values: Record<string, string>, accountId: number): Promise<Desk> {
  const { server, origin } = await startServer(values)
  const browser = await SignedInBrowser.open(origin)
  const path = `/accounts/${accountId}/reconcile`
  const partial = { component: 'reconciliation/lines/index', only: ['selected'] }
  const times: Record<'open' | 'suggested' | 'accept' | 'after' | 'next', number[]> = {
    open: [],
    suggested: [],
    accept: [],
    after: [],
    next: [],
  }
  try {
    for (let turn = 0; turn < OPENED; turn++) {
      times.open.push((await browser.visit(path)).ms)
      times.suggested.push((await browser.visit(`${path}?show=all&sort=-amount`)).ms)
    }
    for (let page = 1; times.accept.length < ACCEPTED && times.next.length < LOOKED_MAX; page++) {
      const list = await browser.visit(`${path}?per_page=100&page=${page}`)
      const { lines } = (JSON.parse(list.body) as Page).props
      if (lines.rows.length === 0) break
      for (const { id } of lines.rows) {
        const at = `${path}?page=${page}&per_page=100&line=${id}`
        const next = await browser.visit(at, partial)
        times.next.push(next.ms)
        const items = chosenItems((JSON.parse(next.body) as Page).props.selected)
        if (items.length === 0) continue
        times.accept.push(
          (await browser.send(`/accounts/${accountId}/lines/${id}/match`, { items, write_off: false })).ms
        )
        times.after.push((await browser.visit(at)).ms)
        if (times.accept.length === ACCEPTED) break
      }
    }
  } finally {
    browser.close()
    server.kill('SIGTERM')
  }
  return [
    { title: 'Opening the page', samples: times.open },
    { title: 'Every state, by amount', samples: times.suggested },
    { title: 'Moving on to the next movement', samples: times.next },
    { title: 'Accepting the match', samples: times.accept },
    { title: 'The page after it', samples: times.after },
  ]
}

function chosenItems(line: SelectedLine | null) {
  const best = line?.proposals.find(
    (proposal) => proposal.isExact && proposal.items.every((item) => item.journalLineId !== null)
  )
  return (best?.items ?? []).map((item) => ({
    journal_line_id: item.journalLineId,
    amount_minor: item.amount.minor,
  }))
}
