import { useBrand } from '../../brand.ts'
import styles from './Logo.module.css'

/** The logo without the name. `size` is in px and must be at least 16. */
export function Mark({ size = 28 }: { size?: number }) {
  const { logo } = useBrand()
  if (logo) return <img src={logo} width={size} height={size} alt="" className={styles.own} />
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="7" fill="var(--mark)" />
      <path
        d="M9.4 16.2V8h5.4a4.1 4.1 0 0 1 0 8.2H9.4M14.4 16.2l4.5 4.4"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="9.4" cy="20.6" r="1.6" fill="#fff" />
    </svg>
  )
}

/** The logo with the brand name. If `product` is set, the product name follows after a thin line. */
export function Logo({ size = 28, product }: { size?: number; product?: string }) {
  return (
    <span className={styles.logo}>
      <Mark size={size} />
      <span className={styles.word} style={{ fontSize: size * 0.64 }}>
        {useBrand().name}
      </span>{' '}
      {product && <span className={styles.product}>{product}</span>}
    </span>
  )
}
