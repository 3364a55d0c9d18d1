import { toSepaText } from '#app/kernel/text/sepa_text'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type DemoMovement = {
  on: CalendarDate
  amountMinor: number
  concept: string
  text: string
  document?: string
}

const shortDay = (day: CalendarDate) => day.slice(2).replaceAll('-', '')
const sign = (minor: number) => (minor < 0 ? '1' : '2')
const figure = (minor: number) => String(Math.abs(minor)).padStart(14, '0')
const sum = (movements: DemoMovement[]) =>
  movements.reduce((total, movement) => total + movement.amountMinor, 0)

/** A statement in Norma 43 (AEB 2012): header, movements with one complement each, account end, file end. */
export function norma43Text(
  iban: string,
  holder: string,
  from: CalendarDate,
  to: CalendarDate,
  openingMinor: number,
  movements: DemoMovement[]
): string {
  const [bank, branch, account] = [iban.slice(4, 8), iban.slice(8, 12), iban.slice(14, 24)]
  const debits = movements.filter((movement) => movement.amountMinor < 0)
  const credits = movements.filter((movement) => movement.amountMinor >= 0)
  const closing = openingMinor + sum(movements)
  const lines = [
    `11${bank}${branch}${account}${shortDay(from)}${shortDay(to)}${sign(openingMinor)}${figure(openingMinor)}9783${toSepaText(holder, 26).toUpperCase().padEnd(26)}   `,
    ...movements.flatMap((movement) => [
      `22    ${branch}${shortDay(movement.on)}${shortDay(movement.on)}${movement.concept}000${sign(movement.amountMinor)}${figure(movement.amountMinor)}${(movement.document ?? '0').padStart(10, '0')}${'0'.padStart(12, '0')}${' '.repeat(16)}`,
      `2301${toSepaText(movement.text, 76).toUpperCase().padEnd(76)}`,
    ]),
    `33${bank}${branch}${account}${String(debits.length).padStart(5, '0')}${figure(sum(debits))}${String(credits.length).padStart(5, '0')}${figure(sum(credits))}${sign(closing)}${figure(closing)}978    `,
  ]
  lines.push(`88${'9'.repeat(18)}${String(lines.length).padStart(6, '0')}${' '.repeat(54)}`)
  return `${lines.join('\r\n')}\r\n`
}
