import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { Money } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import type { AccountHead, DifferenceParts } from './account_props'
import styles from './edit.module.css'

/** Why the bank and the books do not say the same, in a line under the figures. */
export function DifferenceNote({ account, parts }: { account: AccountHead; parts: DifferenceParts }) {
  const { id } = account
  const ignoredOnes = withQuery(urlFor('accounts.edit', { id }), { tab: 'movements', status: ['ignored'] })
  const { bank, ignored, books, rest } = parts
  return (
    <aside className={styles.note} aria-label="Explicación de la diferencia">
      <strong>La diferencia se explica así:</strong>
      <ul>
        {bank.count > 0 ? (
          <li>
            <Link href={urlFor('accounts.reconcile', { id })}>
              {counted(bank.count, 'movimiento del banco', 'movimientos del banco')} sin conciliar
            </Link>
            : <Money value={bank.amount} look="signed" />
          </li>
        ) : null}
        {books.count > 0 ? (
          <li>
            {counted(books.count, 'apunte contable', 'apuntes contables')} que el banco no ha confirmado:{' '}
            <Money value={{ ...books.amount, minor: -books.amount.minor }} look="signed" />
          </li>
        ) : null}
        {rest.minor !== 0 ? (
          <li>
            Sin explicar: <Money value={rest} look="signed" isAlarming />. Compruebe el saldo inicial y que no
            falte ningún extracto
            {ignored.count > 0 ? (
              <>
                , y que ninguno de los{' '}
                <Link href={ignoredOnes}>
                  {counted(ignored.count, 'movimiento ignorado', 'movimientos ignorados')}
                </Link>{' '}
                (<Money value={ignored.amount} look="signed" />) sea del banco
              </>
            ) : null}
            .
          </li>
        ) : null}
      </ul>
    </aside>
  )
}

const counted = (count: number, one: string, many: string) =>
  `${countText(count)} ${count === 1 ? one : many}`
