import { Section } from '~/kit/detail/detail_page'
import styles from '../issuing.module.css'
import { CertificatePart } from './certificate_part'
import type { TabProps } from './issuing_tab_data'
import { ModeForm } from './mode_form'
import { RestorePart } from './restore_part'
import { SeriesPart } from './series_part'
import { SystemPart } from './system_part'

/** The tab of a company's page that says how it issues. */
export function IssuingTab({ siteId, tab }: TabProps) {
  return (
    <div className={styles.sections}>
      {tab.isOutside ? (
        <p className={styles.notice}>
          {tab.isSii
            ? 'La empresa está en el SII: sus facturas no generan registros VERI*FACTU.'
            : 'La empresa tributa en una hacienda foral: sus facturas no generan registros VERI*FACTU.'}
        </p>
      ) : null}
      {tab.restore ? <RestorePart siteId={siteId} tab={tab} restore={tab.restore} /> : null}
      <Section title="VERI*FACTU">
        <ModeForm siteId={siteId} tab={tab} />
      </Section>
      {tab.isNew || tab.isOutside ? null : <CertificatePart siteId={siteId} tab={tab} />}
      <SeriesPart siteId={siteId} tab={tab} />
      <SystemPart siteId={siteId} tab={tab} />
    </div>
  )
}
