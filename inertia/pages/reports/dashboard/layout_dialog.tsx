import { router } from '@inertiajs/react'
import { ActionIcon, Button, Checkbox, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '~/kit/dialog/dialog'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { Layout, WidgetName } from './dashboard_page'

export const WIDGET_TITLES: Record<WidgetName, string> = {
  waiting: 'Pendientes de mi aprobación',
  treasury: 'Tesorería',
  due: 'Próximos vencimientos',
  forecast: 'Previsión a 13 semanas',
  invoices: 'Facturas',
  ageing: 'Antigüedad de lo pendiente',
  alarms: 'Alarmas',
  reconciliation: 'Conciliación',
  accounts: 'Saldos por cuenta',
}

/** Which blocks the start page shows and in which order. */
export function LayoutDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const [order, setOrder] = useState(layout.order)
  const [hidden, setHidden] = useState(layout.hidden)
  const [isSaving, setSaving] = useState(false)
  function move(widget: WidgetName, by: 1 | -1) {
    const place = order.indexOf(widget)
    const moved = order.filter((name) => name !== widget)
    setOrder(moved.toSpliced(place + by, 0, widget))
  }
  function save() {
    router.put(
      urlFor('dashboard.layout.update'),
      { order, hidden },
      {
        preserveScroll: true,
        onStart: () => setSaving(true),
        onFinish: () => setSaving(false),
        onSuccess: onClose,
      }
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Personalizar el Dashboard">
      <ul className={styles.list}>
        {order.map((widget, index) => (
          <li key={widget} className={styles.choice}>
            <Checkbox
              label={WIDGET_TITLES[widget]}
              checked={!hidden.includes(widget)}
              onChange={({ currentTarget }) =>
                setHidden(
                  currentTarget.checked ? hidden.filter((name) => name !== widget) : [...hidden, widget]
                )
              }
            />
            <span className={styles.moves}>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={`Subir ${WIDGET_TITLES[widget]}`}
                onClick={() => move(widget, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === order.length - 1}
                aria-label={`Bajar ${WIDGET_TITLES[widget]}`}
                onClick={() => move(widget, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <Group mt="md">
        <Button loading={isSaving} onClick={save}>
          Guardar
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Group>
    </Dialog>
  )
}
