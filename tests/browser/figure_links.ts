import type { Page } from 'playwright'

/** A figure that leads somewhere: what it says and where to. */
export type FigureLink = {
  href: string
  text: string
  minor: number | null
  currency: string
  count: number | null
}

type Money = { minor: number; currency: string }
type Listed = { rows: Record<string, unknown>[]; total: number; totals?: Record<string, Money[]> }

const AMOUNT = /([−-]?)(\d{1,3}(?:\.\d{3})*),(\d{2})\s?(US\$|USD)?/
const COUNT = /^(\d[\d.]*)$|: (\d[\d.]*)$|^(\d[\d.]*) facturas?/

/** Waits for the blocks that come later and opens the tables that stand behind charts. */
export async function openEntries(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main details').evaluateAll((found) => {
    for (const details of found) (details as HTMLDetailsElement).open = true
  })
}

/** Every link in the page whose text is an amount or a count. */
export async function figureLinks(page: Page): Promise<FigureLink[]> {
  const anchors = await page.locator('main a[href]').evaluateAll((found) =>
    found.map((anchor) => ({
      href: anchor.getAttribute('href') ?? '',
      text: (anchor as HTMLElement).innerText,
    }))
  )
  return anchors.flatMap(({ href, text }) => {
    const amount = AMOUNT.exec(text)
    const minor = amount
      ? Number(`${amount[2]}${amount[3]}`.replaceAll('.', '')) * (amount[1] ? -1 : 1)
      : null
    const counted = text
      .split('\n')
      .flatMap((line) => COUNT.exec(line.trim())?.slice(1).find(Boolean) ?? [])[0]
    const count = counted === undefined ? null : Number(counted.replaceAll('.', ''))
    if (minor === null && count === null) return []
    return [{ href, text: text.replaceAll('\n', ' '), minor, count, currency: amount?.[4] ? 'USD' : 'EUR' }]
  })
}

/** What the page behind a link lists. */
export async function readPage(page: Page, href: string): Promise<Answers> {
  const url = new URL(href, page.url())
  const isList = !/^\/(invoices|payment-orders)\/\d+$/.test(url.pathname)
  if (isList) url.searchParams.set('per_page', '100')
  const html = await (await page.request.get(url.href, { headers: { accept: 'text/html' } })).text()
  const json = /<script[^>]*data-page[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1]
  if (!json) return new Answers({}, url)
  return new Answers((JSON.parse(json) as { props: Record<string, unknown> }).props, url)
}

class Answers {
  constructor(
    private props: Record<string, unknown>,
    private url: URL
  ) {}

  /** Null when what is listed adds up to the figure; else what it adds up to. */
  answers(link: FigureLink): string | null {
    const list = this.list()
    const told: string[] = []
    if (link.minor !== null) {
      const sums = list ? this.sums(list, link.currency) : this.amounts(link.currency)
      if (!sums.includes(link.minor)) told.push(`${link.minor} against ${sums.slice(0, 6).join(' / ')}`)
    }
    if (link.count !== null) {
      const count = this.count(list)
      if (count !== link.count) told.push(`${link.count} against ${count} entries`)
    }
    return told.length > 0 ? told.join('; ') : null
  }

  private list(): Listed | null {
    if (/\/accounts\/\d+\/edit/.test(this.url.pathname) && !this.url.searchParams.has('tab')) return null
    const lists = Object.values(this.props).filter(isList)
    return lists[0] ?? null
  }

  /** Sums the page itself shows; without any, those of its rows. Nothing listed adds up to nothing. */
  private sums({ rows, totals }: Listed, currency: string): number[] {
    const ofRows = rows.reduce((sum, row) => sum + minorOf(row), 0)
    if (!totals) return [ofRows]
    return Object.values(totals).map((sums) => sums.find((sum) => sum.currency === currency)?.minor ?? 0)
  }

  /** Every amount of a document's page. */
  private amounts(currency: string): number[] {
    const text = JSON.stringify(this.props)
    return [...text.matchAll(/"minor":(-?\d+),"currency":"([A-Z]{3})"/g)].flatMap(([, minor, of]) =>
      of === currency ? [Number(minor)] : []
    )
  }

  private count(list: Listed | null): number {
    if (/\/reconcile$/.test(this.url.pathname)) return countPending(this.props)
    if (this.url.pathname === '/accounts' && list)
      return list.rows.reduce((sum, { pendingCount: pending }) => sum + Number(pending ?? 0), 0)
    return list?.total ?? Number.NaN
  }
}

/** What a row adds: its amount, or debe less haber. */
function minorOf({ amount, debit, credit }: Record<string, unknown>): number {
  const minor = (value: unknown) => (value as Money | null | undefined)?.minor ?? 0
  return minor(amount) + minor(debit) - minor(credit)
}

function isList(value: unknown): value is Listed {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as Listed).rows) && 'total' in value
  )
}

/** Movements that the reconciliation of an account still lists. */
function countPending(props: Record<string, unknown>): number {
  const lists = Object.values(props).filter(isList)
  const [found] = lists
  return found?.total ?? Number.NaN
}
