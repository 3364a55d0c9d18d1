import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { RowAction, RowBase } from '~/kit/list/list_types'
import { ActionMenu, type MenuAction } from '~/kit/page_head'

type Props<Row extends RowBase> = {
  row: Row
  actions: RowAction<Row>[]
  onConfirm: (confirmation: Confirmation) => void
}

/** What may be done with one row now, behind its three dots. */
export function RowMenu<Row extends RowBase>({ row, actions, onConfirm }: Props<Row>) {
  return (
    <ActionMenu
      label="Acciones de la fila"
      size={26}
      actions={actionsOf(row, actions).map((action) => menuAction(row, action, onConfirm))}
    />
  )
}

/** The actions the server allows on a row. */
export function actionsOf<Row extends RowBase>(row: Row, actions: RowAction<Row>[]): RowAction<Row>[] {
  return actions.filter((action) => !action.transition || (row.actions ?? []).includes(action.transition))
}

function menuAction<Row extends RowBase>(
  row: Row,
  action: RowAction<Row>,
  onConfirm: Props<Row>['onConfirm']
): MenuAction {
  const { label, icon, isDangerous } = action
  return {
    label,
    icon,
    isDangerous,
    href: action.href?.(row),
    onSelect: () => (action.confirm ? onConfirm(action.confirm(row)) : action.onSelect?.(row)),
  }
}
