import DefaultTheme from 'vitepress/theme';
import './tabs.css';

export default DefaultTheme;
