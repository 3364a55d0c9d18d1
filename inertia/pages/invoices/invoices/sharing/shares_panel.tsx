import { Button } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { ActionMenu } from '~/kit/page_head'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'
import { ShareDialog } from './share_dialog'
import type { Share } from './share_types'

/** Which companies bear what of the invoice, and how to say so while it is not booked. */
export function SharesPanel({ page }: { page: ReviewPage }) {
  const { invoice, shares: shown } = page
  const [open, setOpen] = useState<{ share: Share | null } | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  if (!shown) return null
  const isEditable = shown.canShare && invoice.isEditable
  const isWhole = shown.shares.some(({ lineIds }) => lineIds.length === 0)
  const taken = new Set(shown.shares.flatMap(({ lineIds }) => lineIds))
  const hasFree = !isWhole && page.lines.some(({ id }) => !taken.has(id))
  if (shown.shares.length === 0 && !isEditable) return null
  return (
    <section className={styles.shares} aria-label="Reparto entre empresas">
      <h3>Reparto entre empresas</h3>
      {shown.shares.map((share) => (
        <SharedPart
          key={share.id}
          share={share}
          actions={
            isEditable
              ? [
                  { label: 'Editar', onSelect: () => setOpen({ share }) },
                  {
                    label: 'Quitar',
                    isDangerous: true,
                    onSelect: () => setConfirmation(removal(page, share)),
                  },
                ]
              : []
          }
        />
      ))}
      {shown.shares.length === 0 ? (
        <p className={text.quiet}>
          Todo el gasto es de esta empresa. Si otras asumen una parte, se contabiliza en la suya al
          contabilizar la factura.
        </p>
      ) : null}
      {isEditable && hasFree ? (
        <div className={styles.shareMore}>
          <Button
            variant="default"
            leftSection={<IconBuildingCommunity size={16} aria-hidden="true" />}
            onClick={() => setOpen({ share: null })}
          >
            {shown.shares.length === 0 ? 'Repartir entre empresas' : 'Repartir otra línea'}
          </Button>
        </div>
      ) : null}
      {open ? (
        <ShareDialog page={page} shown={shown} share={open.share} onClose={() => setOpen(null)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </section>
  )
}

type PartProps = {
  share: Share
  actions: { label: string; isDangerous?: boolean; onSelect: () => void }[]
}

function SharedPart({ share, actions }: PartProps) {
  return (
    <div className={styles.share}>
      <div className={styles.shareHead}>
        <div className={styles.alarmText}>
          {share.lines}
          <span className={text.under}>
            {[share.allocationText, share.ruleName].filter(Boolean).join(' · ')}
          </span>
        </div>
        {actions.length > 0 ? (
          <ActionMenu label={`Acciones del reparto de ${share.lines}`} size={26} actions={actions} />
        ) : null}
      </div>
      {share.problem ? <p className={text.missing}>{share.problem}</p> : null}
      <PlainTable
        label={`Reparto de ${share.lines}`}
        rows={share.parts}
        keyOf={(part) => part.siteId}
        columns={[
          {
            key: 'site',
            header: 'Empresa',
            cell: ({ site, isOwn }) => (isOwn ? `${site} (se lo queda)` : site),
          },
          { key: 'measure', header: 'Según', cell: ({ measure }) => measure },
          {
            key: 'amount',
            header: 'Importe',
            numeric: true,
            cell: ({ amount }) => <Money value={amount} look="plain" />,
          },
        ]}
        totals={{ site: 'Gasto', amount: <Money value={share.base} /> }}
      />
    </div>
  )
}

const removal = ({ invoice }: ReviewPage, share: Share): Confirmation => ({
  title: 'Quitar el reparto',
  question: `El gasto de «${share.lines}» será solo de esta empresa.`,
  submitLabel: 'Quitar reparto',
  isDangerous: true,
  method: 'delete',
  url: urlFor('invoices.shares.destroy', { id: invoice.id, share: share.id }),
  values: { lockVersion: invoice.lockVersion },
})
