import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { isFlag, readStored, writeStored } from '~/browser_store'
import { countText, Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import styles from './company_cards.module.css'

export type CompanySum = {
  id: number
  name: string
  accounts: number
  balance: MoneyValue
  available: MoneyValue
  currencies: MoneyValue[]
  missing: string[]
  differences: number
  pending: number
  reportedOn: string | null
}

const KEY = 'accounts_by_company'
/** Two rows of a desk; the others are one click away. */
const FIRST = 8
/** On a phone the list comes first: the cards stay folded until they are asked for. */
const DESK_WIDTH_PX = 768

/** What each company has, those that ask for a look first; folded away, it stays so. */
export function CompanyCards({ companies }: { companies: CompanySum[] }) {
  const [isOpen, setIsOpen] = useState(() => readStored(KEY, window.innerWidth >= DESK_WIDTH_PX, isFlag))
  const [showsAll, setShowsAll] = useState(false)
  if (companies.length < 2) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const shown = showsAll ? companies : companies.slice(0, FIRST)
  const toggle = () => {
    writeStored(KEY, !isOpen)
    setIsOpen(!isOpen)
  }
  return (
    <section aria-label="Por empresa" className={styles.section}>
      <div className={styles.head}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          leftSection={<Chevron size={16} aria-hidden />}
          onClick={toggle}
        >
          Por empresa ({countText(companies.length)})
        </Button>
        {isOpen && companies.length > FIRST ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Ver menos' : `Ver las ${countText(companies.length)}`}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <ul className={styles.cards}>
          {shown.map((company) => (
            <li key={company.id}>
              <CompanyCard company={company} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function CompanyCard({ company }: { company: CompanySum }) {
  const { id, name, accounts, balance, available, currencies, missing, differences, pending } = company
  const held = balance.minor !== available.minor
  return (
    <Link href={withQuery(urlFor('accounts'), { site_ids: [String(id)] })} className={styles.card}>
      <span className={styles.company}>{name}</span>
      <span className={styles.balance}>
        <Money value={balance} isAlarming />
      </span>
      <span className={styles.small}>
        {held ? (
          <>
            Disponible <Money value={available} isAlarming /> ·{' '}
          </>
        ) : null}
        {accounts === 1 ? '1 cuenta' : `${accounts} cuentas`}
        {company.reportedOn ? (
          <>
            {' · '}banco a <Day value={company.reportedOn} />
          </>
        ) : null}
      </span>
      {currencies.length > 0 ? (
        <span className={styles.small}>
          {currencies.map((amount, at) => (
            <span key={amount.currency}>
              {at > 0 ? ' · ' : ''}
              <Money value={amount} />
            </span>
          ))}
        </span>
      ) : null}
      {missing.length > 0 ? (
        <span className={styles.alert}>Sin tipo de cambio: {missing.join(', ')}</span>
      ) : null}
      {differences > 0 || pending > 0 ? (
        <span className={styles.alert}>
          {[
            differences > 0 ? `${countText(differences)} con diferencia` : null,
            pending > 0 ? `${countText(pending)} por conciliar` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ) : null}
    </Link>
  )
}
