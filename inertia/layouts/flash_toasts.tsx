import { router, usePage } from '@inertiajs/react'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Flash } from '~/shared_props'

type Kind = Exclude<keyof Flash, 'remedy'>

const kinds: Record<Kind, { color: string; icon: ReactNode; title: string }> = {
  success: { color: 'green', icon: <IconCheck size={18} />, title: 'Hecho' },
  info: { color: 'blue', icon: <IconInfoCircle size={18} />, title: 'Información' },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} />, title: 'Atención' },
  error: { color: 'red', icon: <IconX size={18} />, title: 'Error' },
}

/** One toast of a kind. Errors are announced at once, the others when the reader is idle. With a way to put it right it stays. */
export function showToast(kind: Kind, text: string, remedy?: Flash['remedy']) {
  const { color, icon, title } = kinds[kind]
  notifications.show({
    title: <span className="only-read">{title}</span>,
    message: remedy ? <Remedied text={text} remedy={remedy} /> : text,
    ...(remedy ? { autoClose: false } : {}),
    color,
    icon,
    role: kind === 'error' ? 'alert' : 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
  })
}

type RemediedProps = { text: string; remedy: NonNullable<Flash['remedy']> }

function Remedied({ text, remedy }: RemediedProps) {
  return (
    <>
      {text}{' '}
      <a
        href={remedy.href}
        onClick={(event) => {
          event.preventDefault()
          notifications.clean()
          router.visit(remedy.href)
        }}
      >
        {remedy.label}
      </a>
    </>
  )
}

/** Where toasts appear: at most twenty at once, the others wait. */
export function Toaster() {
  return <Notifications position="top-right" limit={20} autoClose={5000} zIndex={500} />
}

/** Turns the messages of a server answer into toasts, once: they are taken out of the page and of its history. */
export function FlashToasts() {
  const flash = usePage().props.flash as Flash | undefined
  useEffect(() => {
    const messages = Object.entries(flash ?? {}).filter(([kind, text]) => kind in kinds && Boolean(text))
    if (messages.length === 0) return
    for (const [kind, text] of messages)
      showToast(kind as Kind, String(text), kind === 'error' ? flash?.remedy : undefined)
    router.replaceProp('flash', {})
  }, [flash])
  return null
}
