import type { ReactNode } from 'react'
import { BrandMark } from '~/kit/brand_mark'
import { FlashToasts } from '~/layouts/flash_toasts'
import { useShared } from '~/shared_props'
import styles from './bare.module.css'

type Props = { children: ReactNode }

/** The frame without navigation: the product's mark and one card. */
export function BareLayout({ children }: Props) {
  const { app } = useShared()
  return (
    <div className={styles.page}>
      <FlashToasts />
      <header className={styles.brand}>
        <BrandMark size={36} />
        <span className={styles.name}>{app?.name ?? 'Caudal'}</span>
      </header>
      <main className={styles.card}>{children}</main>
      {app?.sandbox ? <footer className={styles.note}>Entorno de pruebas</footer> : null}
    </div>
  )
}
