import { Link } from '@inertiajs/react'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { Summary, SummaryCompany } from './summary_types'

type Line = { key: string; name: string; lenderId: number | null; amounts: Map<number, MoneyValue> }

/** Who lends down, who owes across; each figure is the net of the two and leads to what it is made of. */
export function DebtMatrix({ summary, day }: { summary: Summary; day: string }) {
  const { companies } = summary
  const lines = linesOf(summary)
  const borrowers = companies.filter(({ id }) => lines.some(({ amounts }) => amounts.has(id)))
  if (lines.length === 0) return <p className={styles.quiet}>No se debe nada en esta fecha.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys
    <section className={styles.matrix} aria-label="Quién debe a quién" tabIndex={0}>
      <table aria-label="Quién debe a quién">
        <thead>
          <tr>
            <th scope="col">Presta \ Debe</th>
            {borrowers.map(({ id, code, name }) => (
              <th key={id} scope="col" title={name}>
                {code}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <MatrixLine key={line.key} line={line} borrowers={borrowers} day={day} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {borrowers.map(({ id }) => (
              <td key={id}>
                <Money value={sum(lines.flatMap(({ amounts }) => amounts.get(id) ?? []))} />
              </td>
            ))}
            <td>
              <Money value={sum(lines.flatMap(({ amounts }) => [...amounts.values()]))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type LineProps = { line: Line; borrowers: SummaryCompany[]; day: string }

function MatrixLine({ line, borrowers, day }: LineProps) {
  return (
    <tr>
      <th scope="row" title={line.name}>
        {line.name}
      </th>
      {borrowers.map(({ id }) => (
        <td key={id} data-own={id === line.lenderId || undefined}>
          <Cell amount={line.amounts.get(id)} href={hrefOf(line, id, day)} />
        </td>
      ))}
      <td>
        <Money value={sum([...line.amounts.values()])} />
      </td>
    </tr>
  )
}

function Cell({ amount, href }: { amount: MoneyValue | undefined; href: string | null }) {
  if (!amount) return <span className={styles.none}>–</span>
  return href ? (
    <Link href={href}>
      <Money value={amount} />
    </Link>
  ) : (
    <Money value={amount} />
  )
}

function hrefOf({ lenderId }: Line, borrowerId: number, day: string): string | null {
  return lenderId === null
    ? null
    : urlFor('loansResumen.detail', { lender: lenderId, borrower: borrowerId }, { day })
}

function linesOf({ companies, cells, banks }: Summary): Line[] {
  const own = companies.flatMap(({ id, name }) => {
    const amounts = new Map(
      cells.filter(({ lenderId }) => lenderId === id).map((cell) => [cell.borrowerId, cell.amount])
    )
    return amounts.size === 0 ? [] : [{ key: `site-${id}`, name, lenderId: id, amounts }]
  })
  const ofBanks = [...Map.groupBy(banks, ({ name }) => name)].map(([name, some]) => ({
    key: `bank-${name}`,
    name,
    lenderId: null,
    amounts: new Map(some.map(({ borrowerId, amount }) => [borrowerId, amount])),
  }))
  return [...own, ...ofBanks]
}

const sum = (amounts: readonly MoneyValue[]): MoneyValue => ({
  minor: amounts.reduce((total, { minor }) => total + minor, 0),
  currency: amounts[0]?.currency ?? 'EUR',
})
