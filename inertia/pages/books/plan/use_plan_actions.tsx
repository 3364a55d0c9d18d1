import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { PlanRow } from './plan_props'

// Their fields weigh more than the tree: only who changes the plan downloads them.
const CreateSubaccountDialog = lazy(async () => ({
  default: (await import('./account_dialogs')).CreateSubaccountDialog,
}))
const RenameAccountDialog = lazy(async () => ({
  default: (await import('./account_dialogs')).RenameAccountDialog,
}))
const TemplateDialog = lazy(async () => ({ default: (await import('./account_dialogs')).TemplateDialog }))

type Open =
  | { kind: 'create'; parent: string; siteId: number | null }
  | { kind: 'rename'; row: PlanRow }
  | { kind: 'template' }

type Options = { canEdit: boolean; siteId: number | null; onChanged: () => void }

const PARENT_DIGITS_MIN = 3

/** What may be done with the plan: the menu of each line, that of the page, and the dialogs behind them. */
export function usePlanActions({ canEdit, siteId, onChanged }: Options) {
  const [open, setOpen] = useState<Open | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => {
    setOpen(null)
    onChanged()
  }

  function menuOf(row: PlanRow): MenuAction[] {
    if (!canEdit) return []
    if (row.kind === 'account')
      return [
        { label: 'Cambiar nombre', onSelect: () => setOpen({ kind: 'rename', row }) },
        {
          label: row.active ? 'Desactivar' : 'Reactivar',
          isDangerous: row.active,
          onSelect: () => setConfirmation(statusOf(row)),
        },
      ]
    const isParent = (row.kind === 'node' || row.kind === 'company') && row.code.length >= PARENT_DIGITS_MIN
    const create = () => setOpen({ kind: 'create', parent: row.code, siteId: row.siteId ?? siteId })
    return isParent ? [{ label: 'Crear subcuenta', onSelect: create }] : []
  }

  const pageMenu: MenuAction[] = canEdit
    ? [
        {
          label: 'Importar cuentas',
          href: urlFor('accounts.plan.imports.create', null, { site_id: siteId }),
        },
        { label: 'Completar con el Plan General', onSelect: () => setOpen({ kind: 'template' }) },
      ]
    : []

  const dialogs: ReactNode = (
    <>
      <Suspense>
        {open?.kind === 'create' ? (
          <CreateSubaccountDialog parent={open.parent} siteId={open.siteId} onClose={close} />
        ) : null}
        {open?.kind === 'rename' ? <RenameAccountDialog row={open.row} onClose={close} /> : null}
        {open?.kind === 'template' ? <TemplateDialog siteId={siteId} onClose={close} /> : null}
      </Suspense>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} onDone={onChanged} />
    </>
  )

  return {
    menuOf,
    pageMenu,
    dialogs,
    create: () => setOpen({ kind: 'create', parent: '', siteId }),
  }
}

function statusOf(row: PlanRow): Confirmation {
  const title = row.active ? 'Desactivar la cuenta' : 'Reactivar la cuenta'
  return {
    title,
    question: row.active
      ? `«${row.code} ${row.name}» no admitirá más apuntes.`
      : `«${row.code} ${row.name}» admitirá apuntes de nuevo.`,
    submitLabel: row.active ? 'Desactivar' : 'Reactivar',
    isDangerous: row.active,
    reason: { label: 'Motivo', isRequired: row.active },
    url: urlFor('accounts.plan.status.update', { account: row.accountId ?? 0 }),
    method: 'put',
    values: { active: !row.active },
  }
}
