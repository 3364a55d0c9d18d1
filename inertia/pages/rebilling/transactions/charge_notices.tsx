import { Link } from '@inertiajs/react'
import { IconAlertTriangle, IconArrowsSplit, IconInfoCircle } from '@tabler/icons-react'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'
import type { ChargePage } from './charge_page'

const HOW = {
  reverses: 'Rectifica',
  corrects: 'Corrige',
  reversed_by: 'La rectifica',
  corrected_by: 'La corrige',
} as const

/** What has to be known of a charge before anything is done with it. */
export function ChargeNotices({ charge }: Pick<ChargePage, 'charge'>) {
  return (
    <div className={styles.stack}>
      {charge.alert ? (
        <div className={styles.notice} role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{charge.alert}</span>
        </div>
      ) : null}
      {charge.target.isActive ? null : (
        <div className={styles.notice} data-tone="amber">
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{charge.target.name} no está activa: la refacturación queda retenida hasta que lo esté.</span>
        </div>
      )}
      {charge.isChain ? (
        <div className={styles.notice} data-tone="blue">
          <IconArrowsSplit size={18} aria-hidden="true" />
          <span>El gasto procede de otra refacturación.</span>
        </div>
      ) : null}
      {charge.discardReason ? (
        <div className={styles.notice} data-tone="amber">
          <IconInfoCircle size={18} aria-hidden="true" />
          <span>Descartada: {charge.discardReason}</span>
        </div>
      ) : null}
      {charge.related.map(({ id, number, how }) => (
        <div key={`${how}${id}`} className={styles.notice} data-tone="blue">
          <IconInfoCircle size={18} aria-hidden="true" />
          <span>
            {HOW[how]} <Link href={urlFor('rebilling.show', { id })}>{number}</Link>.
          </span>
        </div>
      ))}
    </div>
  )
}
