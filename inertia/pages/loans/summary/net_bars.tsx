import { Money, moneyText } from '~/kit/money'
import styles from '../loans.module.css'
import type { SummaryCompany } from './summary_types'

const MOST = 12

/** What each company lends less what it owes in the group: to the right who lends, to the left who owes. */
export function NetBars({ companies }: { companies: SummaryCompany[] }) {
  const shown = companies
    .filter(({ net }) => net.minor !== 0)
    .toSorted((a, b) => Math.abs(b.net.minor) - Math.abs(a.net.minor))
    .slice(0, MOST)
    .toSorted((a, b) => b.net.minor - a.net.minor)
  const most = Math.max(1, ...shown.map(({ net }) => Math.abs(net.minor)))
  if (shown.length === 0) return <p className={styles.quiet}>Ninguna empresa debe más de lo que presta.</p>
  return (
    <div className={styles.bars} role="img" aria-label={`Neto por empresa: ${textOf(shown)}`}>
      {shown.map(({ id, code, name, net }) => (
        <div key={id} className={styles.barLine} title={name}>
          <span>{code}</span>
          <span className={styles.track}>
            <span
              className={styles.bar}
              data-side={net.minor > 0 ? 'lends' : 'owes'}
              style={{ width: `${(Math.abs(net.minor) / most) * 50}%` }}
            />
          </span>
          <Money value={net} look="signed" />
        </div>
      ))}
    </div>
  )
}

const textOf = (companies: SummaryCompany[]) =>
  companies.map(({ name, net }) => `${name} ${moneyText(net)}`).join('; ')
