import { Head, router } from '@inertiajs/react'
import { Button, Checkbox, CopyButton } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { PageHead } from '~/kit/page_head'
import { useShared } from '~/shared_props'
import styles from './two_factor.module.css'

type Props = { codes: string[] }

export default function TwoFactorActive({ codes }: Props) {
  const [isSaved, setIsSaved] = useState(false)
  const { auth } = useShared()
  const text = codes.join('\n')
  return (
    <>
      <Head title="Códigos de recuperación" />
      <PageHead
        title="Códigos de recuperación"
        subtitle="Cada uno sirve una vez si pierde el teléfono. No se volverán a mostrar: guárdelos ahora."
      />
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={`${styles.buttons} no-print`}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
              {copied ? 'Copiados' : 'Copiar'}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codigos-de-recuperacion.txt"
        >
          Descargar .txt
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <div className={`${styles.confirm} no-print`}>
        <Checkbox
          label="He guardado mis códigos"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Button
          disabled={!isSaved}
          onClick={() => router.visit(auth.user?.role === 'adm1n1strat0r' ? '/users' : '/')}
        >
          Continuar
        </Button>
      </div>
    </>
  )
}
