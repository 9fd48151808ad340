// The styles that every page behind the sign-in has beside those of mantine.ts: its menus; and how it
// looks in forced colours and on paper.
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import './forced-colors.css'
import './print.css'
