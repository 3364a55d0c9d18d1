import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import styles from '../issuing.module.css'
import type { IssuingTabData, TabProps } from './issuing_tab_data'

/** The responsible declaration of the producer, in the order of article 15 of order HAC/1177/2024. */
export function DeclarationPart({ tab }: Pick<TabProps, 'tab'>) {
  const missing = missingOf(tab)
  return (
    <Section title="Declaración responsable del sistema informático de facturación">
      {missing.length > 0 ? (
        <p className={styles.notice} role="status">
          La declaración está incompleta. Falta: {missing.join(', ')}.
        </p>
      ) : null}
      <Facts facts={factsOf(tab)} />
      <p className={`${styles.quiet} ${styles.declared}`}>
        La entidad productora declara que este sistema, en la versión indicada, cumple lo dispuesto en el
        artículo 29.2.j) de la Ley 58/2003, General Tributaria, en el Reglamento aprobado por el Real Decreto
        1007/2023, en la Orden HAC/1177/2024 y en las especificaciones de la sede electrónica de la AEAT.
      </p>
    </Section>
  )
}

const told = (text: string) => (text === '' ? 'Sin indicar' : text)

function factsOf(tab: IssuingTabData) {
  const { name, code, version } = tab.system
  return [
    { label: 'Sistema', value: `${name} (${code})` },
    { label: 'Versión', value: version },
    { label: 'Instalación', value: tab.installation },
    {
      label: 'Componentes',
      value: 'Programa de servidor, base de datos PostgreSQL y páginas web; no incluye equipos',
    },
    {
      label: 'Qué hace',
      value:
        'Emite facturas de empresas del grupo, genera y encadena sus registros de facturación y los envía a la AEAT',
    },
    { label: 'Modalidad', value: 'Exclusivamente VERI*FACTU' },
    { label: 'Varios obligados', value: 'Sí, con una cadena de registros por empresa' },
    { label: 'Tipos de firma', value: 'Ninguno: solo funciona como VERI*FACTU' },
    { label: 'Productor', value: told(tab.producerName) },
    { label: 'NIF del productor', value: told(tab.producerTaxId) },
    { label: 'Domicilio', value: told(tab.producerAddress) },
    {
      label: 'Firmada',
      value:
        tab.declaredOn === null ? (
          'Sin indicar'
        ) : (
          <>
            {told(tab.declaredPlace)}, <Day value={tab.declaredOn} />
          </>
        ),
    },
  ]
}

function missingOf(tab: IssuingTabData): string[] {
  const asked: [string, string | null][] = [
    ['el productor', tab.producerName],
    ['su NIF', tab.producerTaxId],
    ['su domicilio', tab.producerAddress],
    ['el lugar', tab.declaredPlace],
    ['la fecha', tab.declaredOn],
  ]
  return asked.filter(([, value]) => value === null || value === '').map(([name]) => name)
}
