import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { ContractChip, ContractLink } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

/** The contract that an invoice is held against: what it says, and line by line what is linked or suggested. */
export function ContractPanel({ page }: { page: ReviewPage }) {
  const { invoice, contracts } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  if (!contracts || (contracts.chips.length === 0 && contracts.links.length === 0)) return null
  return (
    <Section title="Contrato">
      {contracts.chips.map((chip) => (
        <Chip key={chip.id} chip={chip} canOpen={contracts.canOpen} />
      ))}
      <ul className={styles.alarms} aria-label="Líneas del contrato">
        {contracts.links.map((link) => (
          <li key={link.lineId} className={styles.alarm}>
            <div className={styles.alarmText}>
              {link.concept}
              <span className={text.under}>{wordsOf(link)}</span>
            </div>
            {contracts.canOpen ? (
              <LinkButtons
                link={link}
                onAsk={(choice) => setConfirmation(decision(invoice.id, link, choice))}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function Chip({ chip, canOpen }: { chip: ContractChip; canOpen: boolean }) {
  const name = `${chip.reference} · ${chip.title}`
  return (
    <Facts
      facts={[
        {
          label: 'Contrato',
          value: (
            <>
              {canOpen ? (
                <Anchor component={Link} href={urlFor('provider-contracts.show', { id: chip.id })} size="sm">
                  {name}
                </Anchor>
              ) : (
                name
              )}{' '}
              <StatusBadge {...chip.status} />
            </>
          ),
        },
        ...(chip.endsOn ? [{ label: 'Vence', value: <Day value={chip.endsOn} /> }] : []),
        ...(chip.expected ? [{ label: 'Importe esperado', value: <Money value={chip.expected} /> }] : []),
        ...(chip.cap
          ? [
              {
                label: 'Consumido',
                value: (
                  <>
                    <Money value={chip.used} /> de <Money value={chip.cap} />
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

type ButtonsProps = { link: ContractLink; onAsk: (choice: 'accept' | 'refuse') => void }

function LinkButtons({ link, onAsk }: ButtonsProps) {
  return (
    <div className={text.tools}>
      {link.outcome === 'suggested' ? (
        <Button size="compact-sm" variant="default" onClick={() => onAsk('accept')}>
          Vincular
        </Button>
      ) : null}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onAsk('refuse')}>
        {link.outcome === 'suggested' ? 'Descartar' : 'Quitar'}
      </Button>
    </div>
  )
}

function wordsOf({ outcome, code, description, unit, price, reference }: ContractLink): string {
  const item = code
    ? `${code} ${description}, ${(price ?? '').replace('.', ',')} por ${unit}`
    : 'importe esperado'
  return outcome === 'linked' ? `${reference}: ${item}` : `¿${reference}: ${item}?`
}

const decision = (invoiceId: number, link: ContractLink, choice: 'accept' | 'refuse'): Confirmation =>
  choice === 'accept'
    ? {
        title: 'Vincular con el contrato',
        question: `«${link.concept}» se comparará con ${link.reference}.`,
        submitLabel: 'Vincular la línea',
        url: urlFor('invoices.lines.contract.store', { id: invoiceId, line: link.lineId }),
      }
    : {
        title: 'Línea sin contrato',
        question: `«${link.concept}» dejará de compararse con ${link.reference}, también cuando la factura cambie.`,
        submitLabel: 'Dejar sin contrato',
        url: urlFor('invoices.lines.contract.destroy', { id: invoiceId, line: link.lineId }),
        method: 'delete',
      }
