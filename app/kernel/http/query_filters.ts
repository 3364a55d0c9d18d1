import type { HttpContext } from '@adonisjs/core/http'
import type { Filter } from '#app/kernel/lists/listing'
import { parseAmount } from '#app/kernel/money/money'
import { foldText } from '#app/kernel/text/similarity'
import { addDays, type CalendarDate, isPlausibleDay, today } from '#app/kernel/time/calendar_date'

type Query = Record<string, unknown>
const queryOf = ({ request }: HttpContext) => request.qs() as Query
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value])
    .map(String)
    .slice(0, 100)

/** Filters of a list, read from the query string; malformed values are left out (area 20 §11). */
export class QueryFilters {
  readonly filter: Filter = { where: [], bindings: {} }

  constructor(private ctx: HttpContext) {}

  /** One of several stored values: `?status[]=booked`. */
  oneOf(name: string, column: string, allowed: readonly string[]): this {
    const wanted = listOf(queryOf(this.ctx)[name]).filter((value) => allowed.includes(value))
    return this.anyOf(name, column, 'text', wanted)
  }

  /** Keys of other rows: `?provider_id=7`, `?site_ids[]=1`. */
  keys(name: string, column: string): this {
    const wanted = listOf(queryOf(this.ctx)[name])
      .map(Number)
      .filter((value) => Number.isSafeInteger(value) && value > 0)
    return this.anyOf(name, column, 'bigint', wanted)
  }

  /** One value of a form of its own: `?currency=EUR`, `?period=2026-11`. */
  value(name: string, column: string, isWanted: (text: string) => boolean): this {
    const { [name]: wanted } = queryOf(this.ctx)
    if (typeof wanted !== 'string' || !isWanted(wanted)) return this
    return this.add(`${column} = :${name}`, { [name]: wanted })
  }

  /** A span of days: `?due_from=2026-01-01&due_to=`. */
  days(name: string, column: string): this {
    const { [`${name}_from`]: from, [`${name}_to`]: to } = queryOf(this.ctx)
    return this.span(name, column, { from, to })
  }

  /** The same, or by its name, which stays true in a view that is kept: `?due=overdue`, `today`, `week`. */
  due(name: string, column: string): this {
    const { [name]: asked } = queryOf(this.ctx)
    const named = NAMED_SPANS[String(asked)]
    return named ? this.span(name, column, named(today())) : this.days(name, column)
  }

  private span(name: string, column: string, { from, to }: { from?: unknown; to?: unknown }): this {
    if (isShortSpan(from, to)) {
      this.filter.isNarrow = true
      this.filter.days = {
        column,
        from: `${name}From`,
        to: `${name}To`,
        where: [`${column} >= :${name}From`, `${column} <= :${name}To`],
      }
    }
    if (typeof from === 'string' && isPlausibleDay(from))
      this.add(`${column} >= :${name}From`, { [`${name}From`]: from })
    if (typeof to === 'string' && isPlausibleDay(to))
      this.add(`${column} <= :${name}To`, { [`${name}To`]: to })
    return this
  }

  /** A span of days over a column of instants, the days being those of Madrid: `?at_from=2026-01-01&at_to=`. */
  instants(name: string, column: string): this {
    const { [`${name}_from`]: from, [`${name}_to`]: to } = queryOf(this.ctx)
    const at = (day: string) => `(${day}::date)::timestamp at time zone 'Europe/Madrid'`
    if (typeof from === 'string' && isPlausibleDay(from))
      this.add(`${column} >= ${at(`:${name}From`)}`, { [`${name}From`]: from })
    if (typeof to === 'string' && isPlausibleDay(to))
      this.add(`${column} < ${at(`(:${name}To::date + 1)`)}`, { [`${name}To`]: to })
    return this
  }

  /** A span of amounts in cents: `?amount_min=1.000,00`. */
  amounts(name: string, column: string): this {
    const { [`${name}_min`]: min, [`${name}_max`]: max } = queryOf(this.ctx)
    const [least, most] = [amountOf(min), amountOf(max)]
    if (least !== null) this.add(`${column} >= :${name}Min`, { [`${name}Min`]: least })
    if (most !== null) this.add(`${column} <= :${name}Max`, { [`${name}Max`]: most })
    return this
  }

  /** A search text against an expression that holds folded text, every word of it. */
  words(text: string, expression: string): this {
    return this.everyWord(
      text.toLowerCase(),
      (word) => `${expression} like '%' || f_unaccent(${word}) || '%'`
    )
  }

  /** The same against a text that `foldText` made: it has no accents, but its ñ. */
  foldedWords(text: string, expression: string): this {
    return this.everyWord(foldText(text), (word) => `${expression} like '%' || ${word} || '%'`)
  }

  private everyWord(text: string, condition: (binding: string) => string): this {
    const words = text.split(/\s+/).filter(Boolean).slice(0, 8)
    for (const [index, word] of words.entries()) {
      this.add(condition(`:word${index}`), { [`word${index}`]: word.replace(/[\\%_]/g, '\\$&') })
    }
    return this
  }

  /** One value is compared on its own: an index then still gives its rows in their order. */
  private anyOf(name: string, column: string, type: 'text' | 'bigint', wanted: (string | number)[]): this {
    const [only] = wanted
    if (only === undefined) return this
    if (wanted.length === 1) return this.add(`${column} = :${name}::${type}`, { [name]: only })
    return this.add(`${column} = any(:${name}::${type}[])`, { [name]: wanted })
  }

  add(condition: string, bindings: Record<string, unknown> = {}): this {
    this.filter.where.push(condition)
    Object.assign(this.filter.bindings, bindings)
    return this
  }
}

/** Days that are told from today; `inertia/kit/list/filter_values.ts` calls them by name. */
const NAMED_SPANS: Record<string, (day: CalendarDate) => { from?: CalendarDate; to: CalendarDate }> = {
  overdue: (day) => ({ to: addDays(day, -1) }),
  today: (day) => ({ from: day, to: day }),
  week: (day) => ({ from: day, to: addDays(day, 7) }),
}

const SHORT_SPAN_DAYS = 100

/** A quarter or less. */
function isShortSpan(from: unknown, to: unknown): boolean {
  if (typeof from !== 'string' || typeof to !== 'string' || !isPlausibleDay(from) || !isPlausibleDay(to))
    return false
  return Date.parse(to) - Date.parse(from) <= SHORT_SPAN_DAYS * 86_400_000
}

const amountOf = (value: unknown): number | null =>
  typeof value === 'string' && value.trim() !== '' ? parseAmount(value) : null
