import type { SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> & {
  size?: number | string
  stroke?: number
}

/**
 * Returns an icon component that draws an SVG path on a grid of 24 by 24, stroked or filled. The component's
 * `stroke` prop is the line width in units of the grid.
 */
export const icon = (path: string, filled = false) => {
  const look = filled
    ? { fill: 'currentColor' }
    : ({ fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const)
  return function Icon({ size = 24, stroke = 2, ...rest }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: the caller labels the icon or hides it from screen readers.
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        strokeWidth={filled ? undefined : stroke}
        {...look}
        {...rest}
      >
        <path d={path} />
      </svg>
    )
  }
}
