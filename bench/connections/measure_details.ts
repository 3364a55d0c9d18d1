import { measureLoad } from '../measure.js'
import { figure } from '../report.js'
import type { SignedInBrowser } from '../signed_in_browser.js'
import type { Connected } from './connect_bank.js'

const SECONDS = 4

export type Question = { title: string; path: string }
export type Asked = Question & {
  firstMs: number
  one: { p50: number; p95: number }
  eight: { p50: number; p95: number }
}

/** What the page of an account at a bank is asked for. */
export function detailQuestions({ providerAccountId }: Connected, deepPage: number): Question[] {
  const path = `/qontos/accounts/${providerAccountId}`
  const at = (title: string, query = '') => ({ title, path: query ? `${path}?${query}` : path })
  return [
    at('The page as it opens'),
    at('Page 10 of 25 rows', 'page=10&per_page=25'),
    at(`Page ${figure(deepPage)} of 10 rows`, `page=${deepPage}&per_page=10`),
    at('"Todos": first 200', 'per_page=all'),
    at('By amount', 'sort=-amount'),
    at(`By amount, page ${figure(deepPage)}`, `sort=-amount&page=${deepPage}`),
    at('Fees alone', 'type=fee'),
    at('One month', `booked_from=${monthAgo(14)}&booked_to=${monthAgo(13)}`),
    at('Search, rare (one reference)', 'q=Factura%2077777'),
    at('Search, common (one in six)', 'q=lavander%C3%ADa'),
    at('Search, nothing found', 'q=zzqxw'),
  ]
}

const monthAgo = (months: number): string => {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() - months, 1)
  return day.toISOString().slice(0, 10)
}

/** One person alone, then eight at once. */
export async function askDetails(browser: SignedInBrowser, question: Question): Promise<Asked> {
  const { ms: firstMs } = await browser.visit(question.path)
  const work = () => browser.visit(question.path)
  const one = await measureLoad({ workers: 1, seconds: SECONDS, work })
  const eight = await measureLoad({ workers: 8, seconds: SECONDS, work })
  process.stderr.write(
    `${question.title}: ${figure(firstMs)}, ${figure(one.p50)} / ${figure(one.p95)} ms, with 8: ${figure(eight.p95)}\n`
  )
  return { ...question, firstMs, one, eight }
}
