import { Button } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import type { Approval } from './loans/loan_types'
import styles from './loans.module.css'

type Props = {
  approvals: Approval[]
  /** The role may, whatever the company says. */
  canApprove: boolean
  label: string
  onApprove: () => void
}

/** How many approvals each company has given, and who may still give one. */
export function ApprovalsSection({ approvals, canApprove, label, onApprove }: Props) {
  const isAble = canApprove && approvals.some((approval) => approval.canApprove)
  return (
    <Section title="Aprobaciones">
      <ul className={styles.approvals}>
        {approvals.map(({ company, given, required, hindrance, able }) => (
          <li key={company}>
            <div>{company}</div>
            <StatusBadge
              tone={given >= required ? 'green' : 'blue'}
              label={`${Math.min(given, required)} de ${required}`}
            />
            {given < required ? (
              <p className={styles.quiet}>
                {able.length > 0 ? `Pueden aprobar: ${able.join(', ')}.` : 'Nadie puede aprobarlo todavía.'}
                {canApprove && hindrance
                  ? ` Usted no: ${hindrance.charAt(0).toLowerCase()}${hindrance.slice(1)}.`
                  : ''}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {isAble ? (
        <div className={styles.actions}>
          <Button fullWidth onClick={onApprove}>
            {label}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
