// Additional styles for pages that require a session: menus, forced colors and print.
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import './forced-colors.css'
import './print.css'
