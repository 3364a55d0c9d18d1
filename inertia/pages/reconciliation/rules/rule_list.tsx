import { router } from '@inertiajs/react'
import { ActionIcon, Button } from '@mantine/core'
import { type Icon, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { countText } from '~/kit/day'
import { sendValues } from '~/kit/form/send_values'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { type RuleRow, sentRule } from './rule_types'
import styles from './rules.module.css'

type Props = {
  accountId: number
  rules: RuleRow[]
  canWrite: boolean
  onEdit: (rule: RuleRow) => void
  onRemove: (rule: RuleRow) => void
}

/** The rules in the order in which they are asked, moved by dragging or with their arrows. */
export function RuleList({ accountId, rules, canWrite, onEdit, onRemove }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const { list, move } = useRuleOrder(accountId, rules)
  const dropAt = (at: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged !== null) move(dragged, at)
    setDragged(null)
  }

  return (
    <ol ref={list} className={styles.rules} aria-label="Reglas por orden">
      {rules.map((rule, at) => (
        <li
          key={rule.id}
          className={styles.rule}
          draggable={canWrite}
          data-rule={rule.id}
          data-dragged={dragged === rule.id || undefined}
          onDragStart={() => setDragged(rule.id)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={dropAt(at)}
        >
          <span className={`${styles.place} num`}>{at + 1}</span>
          <RuleText rule={rule} />
          {canWrite ? (
            <div className={styles.ruleActions}>
              <MoveButton
                label={`Subir «${rule.name}»`}
                icon={IconArrowUp}
                isDisabled={at === 0}
                onMove={() => move(rule.id, at - 1)}
              />
              <MoveButton
                label={`Bajar «${rule.name}»`}
                icon={IconArrowDown}
                isDisabled={at === rules.length - 1}
                onMove={() => move(rule.id, at + 1)}
              />
              {rule.canEdit ? (
                <>
                  <Button size="xs" variant="default" onClick={() => onEdit(rule)}>
                    Editar
                  </Button>
                  <Button size="xs" variant="default" onClick={() => toggle(accountId, rule)}>
                    {rule.active ? 'Desactivar' : 'Activar'}
                  </Button>
                </>
              ) : null}
              <Button size="xs" variant="default" onClick={() => onRemove(rule)}>
                Eliminar
              </Button>
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

/** Puts a rule in another place; `list` is where its buttons are. */
function useRuleOrder(accountId: number, rules: RuleRow[]) {
  const list = useRef<HTMLOListElement>(null)
  const ids = rules.map((rule) => rule.id)

  function move(id: number, to: number) {
    const others = ids.filter((other) => other !== id)
    const next = [...others.slice(0, to), id, ...others.slice(to)]
    if (next.join() === ids.join()) return
    router.put(
      urlFor('accounts.rules.order', { id: accountId }),
      { ids: next },
      { preserveScroll: true, onSuccess: () => window.requestAnimationFrame(() => focusMoved(id)) }
    )
  }
  /** The arrow that was pressed is gone for the first and the last rule: the focus goes to the one that is left. */
  function focusMoved(id: number) {
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-rule="${id}"] button:not(:disabled)`)?.focus()
  }
  return { list, move }
}

type MoveButtonProps = { label: string; icon: Icon; isDisabled: boolean; onMove: () => void }

function MoveButton({ label, icon: Arrow, isDisabled, onMove }: MoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isDisabled} onClick={onMove}>
      <Arrow size={16} />
    </ActionIcon>
  )
}

function RuleText({ rule }: { rule: RuleRow }) {
  const then = [
    `cuenta ${rule.accountCode}`,
    rule.tax,
    rule.center,
    rule.provider,
    rule.booksAlone && rule.limit ? `sin revisión hasta ${moneyText(rule.limit)}` : 'propone',
  ].filter(Boolean)
  return (
    <div className={styles.ruleText}>
      <strong>{rule.name}</strong>{' '}
      <StatusBadge tone={rule.active ? 'green' : 'grey'} label={rule.active ? 'Activa' : 'Desactivada'} />
      <span>
        Si {rule.conditions.join(', ')} → {then.join(' · ')}
      </span>
      <small className={styles.quiet}>
        {rule.reach === 'company' ? 'Todas las cuentas de la empresa' : 'Esta cuenta'} ·{' '}
        {countText(rule.used)} {rule.used === 1 ? 'movimiento' : 'movimientos'}
      </small>
    </div>
  )
}

function toggle(accountId: number, { id, form }: RuleRow) {
  sendValues(
    'put',
    urlFor('accounts.rules.update', { id: accountId, rule: id }),
    sentRule({ ...form, active: !form.active })
  )
}
