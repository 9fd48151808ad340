/** One icon a file, without the six thousand of the index. The package has types for its index alone. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { ComponentType, SVGProps } from 'react'

  const Icon: ComponentType<
    Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> & { size?: number | string; stroke?: number }
  >
  export default Icon
}
