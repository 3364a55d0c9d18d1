import { Kbd } from '@mantine/core'
import { Dialog } from '~/kit/dialog/dialog'
import styles from './shortcuts.module.css'

type Shortcut = { keys: string[]; does: string }

const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'En cualquier pantalla',
    shortcuts: [
      { keys: ['Ctrl', 'K'], does: 'Buscar en el menú' },
      { keys: ['/'], does: 'Buscar en el menú, si no se está escribiendo' },
      { keys: ['?'], does: 'Ver los atajos' },
      { keys: ['Esc'], does: 'Cerrar lo que esté abierto' },
    ],
  },
  {
    title: 'En una lista',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Cambiar de fila' },
      { keys: ['Enter'], does: 'Abrir la fila (con Ctrl, en otra pestaña)' },
      { keys: ['x'], does: 'Seleccionar la fila' },
      { keys: ['Espacio'], does: 'Seleccionar la fila y bajar' },
    ],
  },
  {
    title: 'En un documento',
    shortcuts: [
      { keys: ['+', '−'], does: 'Acercar y alejar' },
      { keys: ['0'], does: 'Ajustar al ancho' },
      { keys: ['AvPág', 'RePág'], does: 'Cambiar de página' },
    ],
  },
  { title: 'En un formulario', shortcuts: [{ keys: ['Ctrl', 'Enter'], does: 'Enviar' }] },
]

type Props = { opened: boolean; onClose: () => void }

/** The keys of the product, shown by "?". */
export function ShortcutsOverlay({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Atajos de teclado" size="md">
      {groups.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.does}>
                <dt>{shortcut.does}</dt>
                <dd>
                  {shortcut.keys.map((key) => (
                    <Kbd key={key} size="xs">
                      {key}
                    </Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
